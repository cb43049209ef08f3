'use client'

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
        // A press on what is checked already changes nothing, and is a choice all the same.
        onClick={() => onChoose(value)}
        onKeyDown={({ key }) => key === ' ' && onChoose(value)}
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
