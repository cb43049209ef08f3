'use client'

import type { CSSProperties, Ref } from 'react'

import { findFilter, svgFilterOf } from '#lib/camera/filters.ts'
import { cropOf, type Scene } from '#lib/camera/scene.ts'
import styles from './camera.module.css'

const FILTER_ID = 'camera-filter'

// The part of the video that fills the frame.
function styleOf(scene: Scene, isMirrored: boolean): CSSProperties {
  const { width, height } = scene.source
  const crop = cropOf(scene)
  return {
    left: `${(-100 * crop.x) / crop.width}%`,
    top: `${(-100 * crop.y) / crop.height}%`,
    width: `${(100 * width) / crop.width}%`,
    height: `${(100 * height) / crop.height}%`,
    ...(isMirrored ? { transform: 'scaleX(-1)' } : {}),
  }
}

/** A filter as the browser applies it to the video; the canvas above adds its vignette. */
function FilterDefinition({ scene }: { scene: Scene }) {
  const { matrix, table } = svgFilterOf(findFilter(scene.filter))
  return (
    <svg className={styles.definition}>
      <filter id={FILTER_ID} colorInterpolationFilters="sRGB" x="0" y="0" width="1" height="1">
        <feColorMatrix values={matrix} />
        <feComponentTransfer>
          <feFuncR type="table" tableValues={table} />
          <feFuncG type="table" tableValues={table} />
          <feFuncB type="table" tableValues={table} />
        </feComponentTransfer>
      </filter>
    </svg>
  )
}

/** The camera's image: below the canvas where the browser shows it itself, else out of sight. */
export function LiveVideo({
  ref,
  scene,
  isMirrored,
  isShown,
}: {
  ref: Ref<HTMLVideoElement>
  scene: Scene
  isMirrored: boolean
  isShown: boolean
}) {
  const isFiltered = isShown && scene.filter !== 'plain'
  return (
    <div
      className={isShown ? styles.shownVideo : styles.video}
      style={isFiltered ? { filter: `url(#${FILTER_ID})` } : undefined}
      aria-hidden="true"
    >
      {isFiltered ? <FilterDefinition scene={scene} /> : null}
      <video ref={ref} style={isShown ? styleOf(scene, isMirrored) : undefined} muted playsInline />
    </div>
  )
}
