'use client'

import { type PointerEvent, useRef, useState, useSyncExternalStore } from 'react'

import { browserStorage } from '#components/ui/browser.ts'
import { Button } from '#components/ui/button.tsx'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import {
  fits,
  type Half,
  halfPath,
  type HalfPoint,
  halfText,
  readHalf,
  readSavedHalves,
  type Sheet,
  simplifyStroke,
  type Stroke,
} from '#lib/half/half.ts'
import styles from './draw-half.module.css'

const storage = browserStorage('other-half')

// Surfaces of one page and of other tabs follow each other.
const listeners = new Set<() => void>()
function follow(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const NOTHING: Half = []

function saveHalf(motif: string, half: Half): void {
  const others = readSavedHalves(storage.read()).filter((one) => one.motif !== motif)
  const own = half.length === 0 ? [] : [{ motif, half: halfText(half) }]
  storage.write(JSON.stringify([...others, ...own]))
  for (const listener of listeners) listener()
}

// The half that this browser keeps of a motif; the stored text decides whether it is another one.
function useSavedHalf(motif: string, sheet: Sheet): Half {
  const text = useSyncExternalStore(
    follow,
    () => readSavedHalves(storage.read()).find((one) => one.motif === motif)?.half ?? '',
    () => '',
  )
  return text === '' ? NOTHING : (readHalf(text, sheet) ?? NOTHING)
}

/** An ending that can be chosen instead of drawn: by keyboard, by voice, or by a hand that does not draw. */
export type Ending = { readonly name: string; readonly half: string }

type Props = {
  /** The motif's name in the browser's storage. */
  motif: string
  sheet: Sheet
  /** Where the motif's line stops: a first stroke that begins near it begins there. */
  end: HalfPoint
  color: string
  /** Width of the line, in units of the sheet. */
  width: number
  endings: readonly Ending[]
}

const NEAR = 40

function joined(stroke: Stroke, end: HalfPoint): Stroke {
  const [first] = stroke
  const isNear = first && Math.hypot(first[0] - end[0], first[1] - end[1]) < NEAR
  return isNear ? [end, ...stroke] : stroke
}

/** A surface over a motif's sheet on which a visitor draws the other half: by finger, mouse, pen, or by choosing an ending. */
export function DrawHalf({ motif, sheet, end, color, width, endings }: Props) {
  const kept = useSavedHalf(motif, sheet)
  const isAlive = useBrowserValue(() => true, false)
  const [stroke, setStroke] = useState<Stroke>([])
  const [said, setSaid] = useState('')
  const drawing = useRef<number>(undefined)

  const keep = (half: Half, words: string) => {
    saveHalf(motif, half)
    setSaid(words)
  }
  const pointAt = (event: PointerEvent<SVGSVGElement>): HalfPoint => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * sheet.width
    const y = ((event.clientY - box.top) / box.height) * sheet.height
    return [
      Math.round(Math.max(0, Math.min(sheet.width, x))),
      Math.round(Math.max(0, Math.min(sheet.height, y))),
    ]
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return
    drawing.current = event.pointerId
    event.currentTarget.setPointerCapture(event.pointerId)
    setStroke([pointAt(event)])
  }
  const go = (event: PointerEvent<SVGSVGElement>) => {
    if (drawing.current !== event.pointerId) return
    const point = pointAt(event)
    setStroke((points) => {
      const last = points.at(-1)
      return last?.[0] === point[0] && last[1] === point[1] ? points : [...points, point]
    })
  }
  const leave = (event: PointerEvent<SVGSVGElement>) => {
    if (drawing.current !== event.pointerId) return
    drawing.current = undefined
    setStroke([])
    if (stroke.length < 2) return
    const next = simplifyStroke(kept.length === 0 ? joined(stroke, end) : stroke)
    if (fits(kept, next)) keep([...kept, next], '畫好一筆，已存在這台裝置。')
    else setSaid('這張圖已經畫滿了。請復原一筆，或重新畫。')
  }
  // A finger that scrolls takes its stroke back.
  const cancel = () => {
    drawing.current = undefined
    setStroke([])
  }

  const drawn = halfPath(stroke.length > 1 ? [...kept, stroke] : kept)
  return (
    <div className={styles.half}>
      <svg
        viewBox={`0 0 ${sheet.width} ${sheet.height}`}
        className={styles.surface}
        data-alive={isAlive || undefined}
        aria-hidden="true"
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={leave}
        onPointerCancel={cancel}
      >
        <path d={drawn} fill="none" stroke={color} strokeWidth={width} className={styles.line} />
      </svg>
      <div className={styles.tools} data-alive={isAlive || undefined}>
        <p className={styles.hint}>從線停下的地方畫下去，或選一種接法：</p>
        <fieldset aria-label="把另一半接上" className={styles.buttons}>
          {endings.map(({ name, half }) => (
            <Button
              key={name}
              variant="quiet"
              onClick={() => keep(readHalf(half, sheet) ?? NOTHING, `已接上「${name}」。`)}
            >
              {name}
            </Button>
          ))}
          {kept.length > 0 ? (
            <>
              <Button variant="quiet" onClick={() => keep(kept.slice(0, -1), '已復原一筆。')}>
                復原
              </Button>
              <Button variant="quiet" onClick={() => keep(NOTHING, '已清空，可以重新畫。')}>
                重新畫
              </Button>
            </>
          ) : null}
        </fieldset>
        <output className={styles.status}>{said}</output>
      </div>
    </div>
  )
}
