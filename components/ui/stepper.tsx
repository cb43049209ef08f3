'use client'

import { Icon } from './icon.tsx'
import styles from './stepper.module.css'

/** A whole number between two bounds, changed by one; `of` names what is counted. At a bound the button stays in place, so that focus does. */
export function Stepper({
  value,
  min,
  max,
  of,
  onChange,
}: {
  value: number
  min: number
  max: number
  of: string
  onChange: (value: number) => void
}) {
  return (
    <fieldset className={styles.stepper} aria-label={of}>
      <button
        type="button"
        className={styles.step}
        aria-disabled={value <= min}
        onClick={() => value > min && onChange(value - 1)}
      >
        <Icon name="minus" label={`減少${of}`} />
      </button>
      <output className={styles.value} aria-live="polite">
        {value}
      </output>
      <button
        type="button"
        className={styles.step}
        aria-disabled={value >= max}
        onClick={() => value < max && onChange(value + 1)}
      >
        <Icon name="plus" label={`增加${of}`} />
      </button>
    </fieldset>
  )
}
