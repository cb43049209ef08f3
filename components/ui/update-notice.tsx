'use client'

import { useEffect, useState } from 'react'

import { updateNotice } from './load-anew.ts'
import styles from './word-below.module.css'

/** Says that the page was loaded anew, where it has not been said yet. */
export default function UpdateNotice() {
  const [text, setText] = useState<string>()
  useEffect(() => {
    // Reading it marks it as said, which the second run of an effect in development must not see.
    const timer = setTimeout(() => setText(updateNotice()))
    return () => clearTimeout(timer)
  }, [])
  return text === undefined ? null : (
    <p className={styles.word} role="alert">
      {text}
    </p>
  )
}
