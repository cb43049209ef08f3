'use client'

import { type PointerEvent, type RefObject, useRef } from 'react'

import {
  FRAME,
  PICTURE,
  type Point,
  type Scene,
  type SceneAction,
  stepBetween,
  stepOfCorner,
} from '#lib/camera/scene.ts'

/** Pointer gestures on the stage: drag, pinch and turn an item or the photo. */
export function usePointers(
  box: RefObject<HTMLDivElement | null>,
  scene: Scene,
  change: (action: SceneAction) => void,
) {
  const points = useRef(new Map<number, Point>())
  const held = useRef<string>(PICTURE)
  const isCorner = useRef(false)

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const area = box.current?.getBoundingClientRect()
    if (!area) return { x: 0, y: 0 }
    return {
      x: ((clientX - area.left) * FRAME.width) / area.width,
      y: ((clientY - area.top) * FRAME.height) / area.height,
    }
  }

  const onPointerDown = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target : undefined
    if (event.button !== 0 || target?.closest('[data-tool]')) return
    if (points.current.size === 0) {
      isCorner.current = Boolean(target?.closest('[data-corner]'))
      const item = target?.closest<HTMLElement>('[data-item]')?.dataset.item
      held.current = (isCorner.current ? scene.selected : item) ?? PICTURE
      change({ type: 'select', id: held.current === PICTURE ? undefined : held.current })
    }
    points.current.set(event.pointerId, pointOf(event))
    box.current?.setPointerCapture(event.pointerId)
  }

  const onPointerMove = (event: PointerEvent) => {
    const from = points.current.get(event.pointerId)
    if (!from) return
    const before = [...points.current.values()]
    const to = pointOf(event)
    points.current.set(event.pointerId, to)
    const item = scene.items.find(({ id }) => id === held.current)
    const step =
      isCorner.current && item
        ? stepOfCorner(item, from, to)
        : stepBetween(before, [...points.current.values()])
    change({ type: 'move', id: held.current, step })
  }

  const onPointerEnd = (event: PointerEvent) => {
    points.current.delete(event.pointerId)
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onLostPointerCapture: onPointerEnd,
  }
}
