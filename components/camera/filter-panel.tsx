'use client'

import { useEffect, useEffectEvent, useRef } from 'react'

import { type FilterName, filterPixels, FILTERS, findFilter } from '#lib/camera/filters.ts'
import styles from './camera.module.css'
import { FILTER_NAMES } from './messages.ts'
import { paintPhoto, type Shot } from './painter.ts'

const THUMB = { width: 48, height: 60 }

/** A small filtered photo, taken once per `photo` or opening: a live row would cost frames. */
function FilterThumb({
  filter,
  photo,
  getShot,
}: {
  filter: FilterName
  photo: HTMLCanvasElement | undefined
  getShot: () => Shot
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const paint = useEffectEvent((still: HTMLCanvasElement | undefined) => {
    const context = canvas.current?.getContext('2d', { willReadFrequently: true })
    if (!context) return
    const { width, height } = THUMB
    const shot = getShot()
    paintPhoto(context, { ...shot, source: still ?? shot.source })
    const picture = context.getImageData(0, 0, width, height)
    filterPixels(picture.data, width, findFilter(filter))
    context.putImageData(picture, 0, 0)
  })
  useEffect(() => paint(photo), [photo])
  return <canvas ref={canvas} {...THUMB} aria-hidden="true" />
}

/** The filters, each shown on the photo. */
export function FilterPanel({
  chosen,
  photo,
  getShot,
  onChoose,
}: {
  chosen: FilterName
  photo: HTMLCanvasElement | undefined
  getShot: () => Shot
  onChoose: (filter: FilterName) => void
}) {
  return (
    <fieldset className={styles.row} aria-label="濾鏡">
      {FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.filter}
          aria-pressed={chosen === filter}
          onClick={() => onChoose(filter)}
        >
          <FilterThumb {...{ filter, photo, getShot }} />
          {FILTER_NAMES[filter]}
        </button>
      ))}
    </fieldset>
  )
}
