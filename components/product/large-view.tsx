'use client'

import { type KeyboardEvent, useEffect, useRef } from 'react'

import { Icon } from '#components/ui/icon.tsx'

import type { Picture } from '#lib/content/pages.ts'
import { pictureSet, pictureUrl } from '#lib/site/share-picture.ts'

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
      <button type="button" disabled={index === 0} onClick={() => onMove(index - 1)}>
        <Icon name="back" label="上一張" />
      </button>
      <button type="button" disabled={index === last} onClick={() => onMove(index + 1)}>
        <Icon name="next" label="下一張" />
      </button>
      <button type="button" onClick={onClose}>
        <Icon name="close" label="關閉" />
      </button>
    </div>
  )
}

/** One picture as large as the window, with its neighbours by button and arrow key. */
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
  useEffect(() => dialog.current?.showModal(), [])
  const picture = pictures[index]

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowLeft') onMove(index - 1)
    if (event.key === 'ArrowRight') onMove(index + 1)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="放大的商品圖片"
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        className={styles.picture}
        onClick={() => dialog.current?.close()}
        aria-label="關閉放大圖片"
      >
        {picture ? (
          <picture>
            <img
              srcSet={pictureSet(picture.src, [1080, 1440, 1920])}
              src={pictureUrl(picture.src, 1440)}
              alt={picture.alt}
              sizes="100vw"
            />
          </picture>
        ) : null}
      </button>
      <p className={styles.caption} aria-live="polite">
        <span className="figures">
          {index + 1} / {pictures.length}
        </span>{' '}
        {picture?.alt}
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
