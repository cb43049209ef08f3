'use client'

import styles from './buy-form.module.css'
import { Choice } from './choice.tsx'

export type OptionProps<Value> = {
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
