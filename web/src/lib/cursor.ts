/** Move the cursor to the next thing that may be chosen, on the board or among the buttons. */
export function chooseNext(way: number): void {
  const found = [...document.querySelectorAll<HTMLElement | SVGElement>(".spot.may, [data-pick]")];
  if (!found.length) return;
  const here = found.indexOf(document.activeElement as HTMLElement);
  found[(here + way + found.length) % found.length]!.focus();
}
