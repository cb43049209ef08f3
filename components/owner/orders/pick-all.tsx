'use client'

import { useEffect, useRef } from 'react'

import styles from '#components/owner/owner.module.css'

function boxesOf(form: HTMLFormElement | null | undefined): readonly HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('input[name="order"]') ?? [])]
}

/** A box that chooses every order of the form around it, or none, and shows whether all are. */
export function PickAll() {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const all = box.current
    const form = all?.form
    const follow = () => {
      const boxes = boxesOf(form)
      const chosen = boxes.filter(({ checked }) => checked).length
      if (!all) return
      all.checked = chosen > 0 && chosen === boxes.length
      all.indeterminate = chosen > 0 && chosen < boxes.length
    }
    follow()
    form?.addEventListener('change', follow)
    return () => form?.removeEventListener('change', follow)
  })
  return (
    <label className={styles.pick}>
      <input
        ref={box}
        type="checkbox"
        onChange={({ target }) => {
          for (const hTMLInputElement of boxesOf(target.form))
            hTMLInputElement.checked = target.checked
        }}
      />
      全選
    </label>
  )
}
