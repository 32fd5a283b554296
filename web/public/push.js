/** The table's messages to this browser: shown as text, and a click leads to the match. */
addEventListener("push", (event) => {
  const { title = "Potluck", text = "", match = "" } = event.data?.json() ?? {};
  const shown = { body: text, tag: match, icon: "/pot.svg", data: match };
  event.waitUntil(self.registration.showNotification(title, shown));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(`/match/${encodeURIComponent(event.notification.data)}`));
});

/** Go to a page, in a window of the table if there is one. */
async function open(address) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === address);
  return there ? there.focus() : self.clients.openWindow(address);
}
