import type { Step } from './scene.ts'

/** A finger or the pointer, in pixels of the frame. */
export type Point = { readonly x: number; readonly y: number }

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y)
const direction = (a: Point, b: Point) => Math.atan2(b.y - a.y, b.x - a.x)

/** Movement of fingers between two moments: one drags; two drag, pinch and turn. */
export function stepBetween(before: readonly Point[], after: readonly Point[]): Step {
  const [from, otherFrom] = before
  const [to, otherTo] = after
  if (!from || !to) return {}
  if (!otherFrom || !otherTo) return { x: to.x - from.x, y: to.y - from.y }
  const start = middle(from, otherFrom)
  const end = middle(to, otherTo)
  return {
    x: end.x - start.x,
    y: end.y - start.y,
    factor: distance(to, otherTo) / Math.max(1, distance(from, otherFrom)),
    turn: direction(to, otherTo) - direction(from, otherFrom),
  }
}

/** Scales and turns an item around its middle as its corner is dragged. */
export function stepOfCorner(center: Point, before: Point, after: Point): Step {
  return {
    factor: distance(center, after) / Math.max(1, distance(center, before)),
    turn: direction(center, after) - direction(center, before),
  }
}
