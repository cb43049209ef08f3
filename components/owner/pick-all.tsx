'use client'

import { useState } from 'react'

import styles from './owner.module.css'

/** A box that chooses every order of the form around it, or none. */
export function PickAll() {
  const [isAll, setAll] = useState(false)
  return (
    <label className={styles.pick}>
      <input
        type="checkbox"
        checked={isAll}
        onChange={({ target }) => {
          setAll(target.checked)
          for (const box of target.form?.querySelectorAll('input[name="number"]') ?? []) {
            if (box instanceof HTMLInputElement) box.checked = target.checked
          }
        }}
      />
      全選
    </label>
  )
}
