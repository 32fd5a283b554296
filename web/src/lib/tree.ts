/** Branches of an analysis: what was played, what else was tried, and what was said about it. */
import type { Studied } from "../protocol";

export interface Node {
  id: number;
  text: string; // the move that led here; nothing at the root
  seat: number; // who made it; -1: chance
  told: string; // the same in words
  share?: number; // how often chance draws it
  comment: string;
  shown: Studied;
  as: number; // for whom it is shown: a seat, or -2 for everything
  children: Node[]; // the first is the main line
}

/** What is kept of a branch: enough to play it again. */
export interface Kept {
  m: string;
  c?: string;
  n?: Kept[];
}

/** Find the way from the root to a node. */
export function wayTo(root: Node, id: number): Node[] {
  if (root.id === id) return [root];
  for (const child of root.children) {
    const way = wayTo(child, id);
    if (way.length) return [root, ...way];
  }
  return [];
}

/** List a node and all below it. */
export function* nodesOf(node: Node): Iterable<Node> {
  yield node;
  for (const child of node.children) yield* nodesOf(child);
}

/** Make a node, and all above it, the main line. */
export function promote(root: Node, id: number): void {
  const way = wayTo(root, id);
  way.slice(1).forEach((node, place) => {
    const above = way[place]!;
    above.children = [node, ...above.children.filter((child) => child !== node)];
  });
}

/** Cut a node off with all below it; return the node above. */
export function cut(root: Node, id: number): Node {
  const way = wayTo(root, id);
  const above = way[way.length - 2] ?? root;
  above.children = above.children.filter((child) => child.id !== id);
  return above;
}

/** Write the branches below a node. */
export function kept(node: Node): Kept[] {
  return node.children.map((child) => ({
    m: child.text,
    ...(child.comment ? { c: child.comment } : {}),
    ...(child.children.length ? { n: kept(child) } : {}),
  }));
}

/** Count the branches: nodes that are not the first below theirs. */
export function branches(node: Node): number {
  return node.children.reduce((total, child, place) => total + branches(child) + (place ? 1 : 0), 0);
}

const enc = new TextEncoder();

/** Write something so that it fits into an address. */
export function packed(value: unknown): string {
  const bytes = enc.encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Read it back; nothing if it is damaged. */
export function unpacked(text: string): unknown {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0))),
    );
  } catch {
    return null;
  }
}
