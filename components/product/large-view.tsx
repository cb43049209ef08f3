'use client'

import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { Icon } from '#components/ui/icon.tsx'
import { SizedPicture } from '#components/ui/sized-picture.tsx'
import type { Picture } from '#lib/content/pages.ts'
import { backgroundPicture } from '#lib/content/pictures.ts'
import styles from './large-view.module.css'

function Tools({
  index,
  last,
  onMove,
  onClose,
}: {
  index: number
  last: number
  onMove: (index: number) => void
  onClose: () => void
}) {
  return (
    <div className={styles.tools}>
      <button
        type="button"
        aria-disabled={index === 0}
        onClick={() => index > 0 && onMove(index - 1)}
      >
        <Icon name="back" label="上一張" />
      </button>
      <button
        type="button"
        aria-disabled={index === last}
        onClick={() => index < last && onMove(index + 1)}
      >
        <Icon name="next" label="下一張" />
      </button>
      <button type="button" onClick={onClose}>
        <Icon name="close" label="關閉" />
      </button>
    </div>
  )
}

// Zoomed picture to pan and pinch; a press toggles the zoom. The button persists to keep the focus.
function Stage({ picture }: { picture: Picture }) {
  const stage = useRef<HTMLButtonElement>(null)
  const [whole, setWhole] = useState<string | undefined>(undefined)
  const near = whole === picture.src ? undefined : picture.src
  // Starts at the embroidery, even in a low window.
  useEffect(() => {
    const box = stage.current
    if (near === undefined || !box) return
    const [aside, down] = [box.scrollWidth - box.clientWidth, 0.38 * box.scrollHeight]
    box.scrollTo(aside / 2, down - box.clientHeight / 2)
  }, [near])
  return (
    <button
      type="button"
      ref={stage}
      className={styles.picture}
      data-near={near && true}
      aria-pressed={near !== undefined}
      aria-label={`放大：${picture.alt}`}
      onClick={() => setWhole(near)}
    >
      <SizedPicture
        key={picture.src}
        src={picture.src}
        className={styles.ground}
        style={{ backgroundImage: `url("${backgroundPicture(picture.src)}")` }}
        width={1600}
        height={2000}
        alt=""
        sizes="200vw"
        priority
      />
    </button>
  )
}

/** One picture from near, and its neighbours by button and arrow key. */
export default function LargeView({
  pictures,
  index,
  onMove,
  onClose,
}: {
  pictures: readonly Picture[]
  index: number
  onMove: (index: number) => void
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Runs before the stage's effect, which scrolls the open dialog.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const picture = pictures[index]

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    // Or the picture would be panned as well.
    event.preventDefault()
    onMove(index + step)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="放大的商品圖片"
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      {picture ? <Stage picture={picture} /> : null}
      <p className={styles.caption} aria-live="polite">
        <span className="figures">
          {index + 1} / {pictures.length}
        </span>
        <span className="visually-hidden">{picture?.alt}</span>
      </p>
      <Tools
        index={index}
        last={pictures.length - 1}
        onMove={onMove}
        onClose={() => dialog.current?.close()}
      />
    </dialog>
  )
}
