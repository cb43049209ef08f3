'use client'

import { Suspense, useState } from 'react'

import { lazyClient } from '#components/ui/toast.ts'
import { Stepper } from '#components/ui/stepper.tsx'
import { MAX_QUANTITY, MIN_QUANTITY } from '#lib/cart/cart.ts'
import type { Size } from '#lib/product/sizes.ts'

import styles from './buy-form.module.css'

/** One of several options as a box: a native radio, so that arrow keys and forms work. */
export function Choice({
  group,
  value,
  chosen,
  unavailable,
  gone = false,
  swatch,
  onChoose,
}: {
  group: string
  value: string
  chosen: boolean
  unavailable: boolean
  /** Sold out by itself, so that it can't be chosen. */
  gone?: boolean
  swatch?: string
  onChoose: (value: string) => void
}) {
  return (
    <label className={`${styles.choice} ${unavailable || gone ? styles.unavailable : ''}`}>
      <input
        className="visually-hidden"
        type="radio"
        name={group}
        value={value}
        checked={chosen}
        disabled={gone}
        // Chosen before this script came, or kept by the browser over a reload.
        ref={(input) => {
          if (input?.checked && !chosen && !gone) onChoose(value)
        }}
        onChange={() => onChoose(value)}
      />
      <span className={styles.box}>
        {swatch === undefined ? null : (
          <span className={styles.swatch} style={{ backgroundColor: swatch }} />
        )}
        {value}
        {unavailable ? <span className="visually-hidden">，已售完</span> : null}
        {gone ? <small>已售完</small> : null}
      </span>
    </label>
  )
}

const SizeFinder = lazyClient(() => import('./size-finder.tsx'))

type OptionProps<Value> = {
  readonly chosen: Value
  readonly unavailable: boolean
  readonly onChoose: (value: Value) => void
}

/** The colours of a product as swatches with their names. */
export function ColorChoice({
  colors,
  ...choice
}: OptionProps<string> & { colors: readonly { readonly name: string; readonly value: string }[] }) {
  return (
    <fieldset className={styles.options}>
      <legend className={styles.label}>顏色</legend>
      <div className={styles.colors}>
        {colors.map(({ name, value }) => (
          <Choice
            key={name}
            group="color"
            value={name}
            swatch={value}
            chosen={choice.chosen === name}
            unavailable={choice.unavailable}
            onChoose={choice.onChoose}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The sizes in one row, with the ways to the size chart and the size finder. */
export function SizeChoice({
  sizes,
  chosen,
  unavailable,
  gone,
  onChoose,
}: OptionProps<Size> & { sizes: readonly Size[]; gone: ReadonlySet<Size> }) {
  const [finding, setFinding] = useState(false)
  return (
    <div>
      <fieldset className={styles.options}>
        <legend className={styles.label}>尺寸</legend>
        <div className={styles.sizes}>
          {sizes.map((size) => (
            <Choice
              key={size}
              group="size"
              value={size}
              chosen={chosen === size}
              unavailable={unavailable}
              gone={gone.has(size)}
              onChoose={() => onChoose(size)}
            />
          ))}
        </div>
        {gone.has(chosen) ? (
          <output className={styles.hint}>{chosen} 已售完，請選其他尺寸。</output>
        ) : null}
      </fieldset>
      <div className={styles.sizeHelp}>
        <a className="text-button" href="#size-chart">
          看尺寸表
        </a>
        <button
          type="button"
          className="text-button"
          aria-expanded={finding}
          onClick={() => setFinding(!finding)}
        >
          幫我選尺寸
        </button>
      </div>
      {finding ? (
        <Suspense>
          <SizeFinder sizes={sizes.filter((size) => !gone.has(size))} onChoose={onChoose} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Chooses a quantity within a line's limits. */
export function QuantityChoice({
  quantity,
  onChange,
}: {
  quantity: number
  onChange: (quantity: number) => void
}) {
  return (
    <div className={styles.quantity}>
      <span className={styles.label} aria-hidden="true">
        數量
      </span>
      <Stepper
        label="數量"
        value={quantity}
        min={MIN_QUANTITY}
        max={MAX_QUANTITY}
        onChange={onChange}
      />
      <span className={styles.hint}>每款每尺寸最多 {MAX_QUANTITY} 件</span>
    </div>
  )
}
