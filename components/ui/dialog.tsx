'use client'

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

import styles from './dialog.module.css'

/** A question that must be answered before anything else; Escape and `onClose` leave it. Mount it to open it. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const box = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Closed while it is still on the page, it gives the focus back to where it was.
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={box} className={styles.dialog} aria-labelledby={heading} onCancel={onClose}>
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
