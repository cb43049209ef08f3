'use client'
import { type ComponentProps, useState } from 'react'

import { TextField } from '#components/ui/field.tsx'
import styles from './sign-in.module.css'

/** A password with a box that shows what was typed. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.password}>
      <TextField
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <label className={styles.show}>
        <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} />
        顯示{props.label}
      </label>
    </div>
  )
}
