'use client'

import { type PointerEvent, useRef, useState } from 'react'

import { Button, ButtonLink } from '#components/ui/button.tsx'
import { brushPath } from '#lib/half/brush.ts'
import type { Ending } from '#lib/half/endings.ts'
import {
  fits,
  type Half,
  type HalfPoint,
  readHalf,
  type Sheet,
  simplifyStroke,
  type Stroke,
} from '#lib/half/half.ts'
import styles from './draw-half.module.css'
import { saveHalf, useSavedHalf } from './saved-half.ts'

export type DrawnMotif = {
  /** The motif's name in the browser's storage. */
  readonly motif: string
  readonly sheet: Sheet
  /** Where the motif's line stops: a first stroke that begins near it begins there. */
  readonly end: HalfPoint
  readonly color: string
  /** Width of the brush, in units of the sheet. */
  readonly width: number
  readonly endings: readonly Ending[]
  /** The page where the drawn half is given. */
  readonly give: string
}

const HINT = '從線停下的地方畫下去，或選一種接法：'
const NEAR = 40
const NOTHING: Half = []

function joined(stroke: Stroke, end: HalfPoint): Stroke {
  const [first] = stroke
  const isNear = first && Math.hypot(first[0] - end[0], first[1] - end[1]) < NEAR
  return isNear ? [end, ...stroke] : stroke
}

// Through the drawing's own matrix, so that every size and place of the sheet is right.
function pointAt(event: PointerEvent<SVGSVGElement>, { width, height }: Sheet): HalfPoint {
  const matrix = event.currentTarget.getScreenCTM()
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(
    matrix?.inverse() ?? undefined,
  )
  return [Math.round(Math.max(0, Math.min(width, x))), Math.round(Math.max(0, Math.min(height, y)))]
}

const preventScroll = (event: TouchEvent) => event.preventDefault()

// Browsers read touch-action of a whole drawing, not of a shape in it; React's own listeners can't stop a scroll.
function stopScrolling(shape: SVGCircleElement): () => void {
  shape.addEventListener('touchstart', preventScroll, { passive: false })
  return () => shape.removeEventListener('touchstart', preventScroll)
}

/** The stroke that a hand draws now, and the listeners that follow it. */
function useStroke(sheet: Sheet, isOpen: boolean, finish: (stroke: Stroke) => void) {
  const [stroke, setStroke] = useState<Stroke>([])
  // Beside the state, which may be a render behind the hand when it is lifted.
  const hand = useRef<{ readonly pointer: number; readonly points: Stroke }>(undefined)
  const draw = (pointer: number, points: Stroke) => {
    hand.current = { pointer, points }
    setStroke(points)
  }
  const stop = () => {
    hand.current = undefined
    setStroke([])
  }
  const pointsOf = ({ pointerId }: PointerEvent) =>
    hand.current?.pointer === pointerId ? hand.current.points : undefined
  return {
    stroke,
    listeners: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
        if (!isOpen || event.button !== 0 || hand.current !== undefined) return
        event.currentTarget.setPointerCapture(event.pointerId)
        draw(event.pointerId, [pointAt(event, sheet)])
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        const points = pointsOf(event)
        if (!points) return
        const [x, y] = pointAt(event, sheet)
        const last = points.at(-1)
        if (last?.[0] !== x || last[1] !== y) draw(event.pointerId, [...points, [x, y]])
      },
      onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
        const points = pointsOf(event)
        if (!points) return
        stop()
        if (points.length > 1) finish(points)
      },
      // A finger that scrolls takes its stroke back.
      onPointerCancel: stop,
    },
  }
}

/** The tools beside a surface: what can be done with a half that is not begun, begun, or done. */
function Tools({
  drawn: { motif, sheet, endings, give },
  kept,
  isDone,
  keep,
  finish,
  goOn,
}: {
  drawn: DrawnMotif
  kept: Half
  isDone: boolean
  keep: (half: Half, text: string) => void
  finish: () => void
  goOn: () => void
}) {
  if (isDone) {
    return (
      <>
        <ButtonLink href={`${give}#${motif}`}>讓大家看到</ButtonLink>
        <Button variant="quiet" onClick={goOn}>
          接著畫
        </Button>
        <Button variant="quiet" onClick={() => keep(NOTHING, '已清空，可以重新畫。')}>
          重新畫
        </Button>
      </>
    )
  }
  if (kept.length > 0) {
    return (
      <>
        <Button onClick={finish}>完成</Button>
        <Button variant="quiet" onClick={() => keep(kept.slice(0, -1), '已復原一筆。')}>
          復原
        </Button>
        <Button variant="quiet" onClick={() => keep(NOTHING, '已清空，可以重新畫。')}>
          重新畫
        </Button>
      </>
    )
  }
  return endings.map(({ name, half }) => (
    <Button
      key={name}
      variant="quiet"
      onClick={() => keep(readHalf(half, sheet) ?? NOTHING, `已接上「${name}」。`)}
    >
      {name}
    </Button>
  ))
}

/** A surface over a motif's sheet on which a visitor draws the other half: by finger, mouse, pen, or by choosing an ending. */
export function DrawHalf(drawn: DrawnMotif) {
  const { motif, sheet, end, color, width } = drawn
  const kept = useSavedHalf(motif, sheet)
  // What an earlier visit drew is done: a finger scrolls over it.
  const [isOpen, setOpen] = useState(kept.length === 0)
  const [status, setStatus] = useState('')
  const tools = useRef<HTMLFieldSetElement>(null)
  // The pressed button may be another one afterwards, so the focus stays on the tools.
  const press = (isOpen: boolean, text: string) => {
    setOpen(isOpen)
    setStatus(text)
    tools.current?.focus({ preventScroll: true })
  }
  const { stroke, listeners } = useStroke(sheet, isOpen, (stroke) => {
    const next = simplifyStroke(kept.length === 0 ? joined(stroke, end) : stroke)
    if (!fits(kept, next)) return setStatus('這張圖已經畫滿了。請復原一筆，或重新畫。')
    saveHalf(motif, [...kept, next])
    setStatus('畫好一筆，已存在這台裝置。')
  })
  const isEmpty = kept.length === 0 && stroke.length === 0
  const isDone = !isOpen && kept.length > 0
  const [x, y] = end
  return (
    <div className={styles.half}>
      <svg
        viewBox={`0 0 ${sheet.width} ${sheet.height}`}
        className={styles.surface}
        data-alive={isDone ? 'done' : kept.length > 0 ? 'drawing' : 'open'}
        aria-hidden="true"
        {...listeners}
      >
        {isOpen ? (
          <circle ref={stopScrolling} cx={x} cy={y} r={NEAR} className={styles.start} />
        ) : null}
        {isEmpty ? (
          <circle cx={x} cy={y} r={width * 0.75} fill={color} className={styles.begin} />
        ) : null}
        <path d={brushPath(stroke.length > 1 ? [...kept, stroke] : kept, width)} fill={color} />
      </svg>
      <div className={styles.tools} data-half-tools>
        <output className={styles.status}>
          {status || (kept.length === 0 ? HINT : '兩半接上了。')}
        </output>
        <fieldset ref={tools} tabIndex={-1} aria-label="把另一半接上" className={styles.buttons}>
          <Tools
            drawn={drawn}
            kept={kept}
            isDone={isDone}
            keep={(half, text) => {
              saveHalf(motif, half)
              press(true, text)
            }}
            finish={() => press(false, '畫好了，已存在這台裝置。')}
            goOn={() => press(true, '可以接著畫。')}
          />
        </fieldset>
      </div>
    </div>
  )
}
