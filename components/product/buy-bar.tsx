'use client'

import { type ReactNode, type RefObject, useEffect, useState } from 'react'

import { buttonClass } from '#components/ui/button-class.ts'

import styles from './buy-bar.module.css'

/** On a phone, the price and the button at the bottom while the real button is scrolled away. */
export function BuyBar({
  watch,
  title,
  price,
  choice,
  label,
  disabled,
  onAdd,
}: {
  watch: RefObject<HTMLElement | null>
  title: string
  price: ReactNode
  choice: string
  label: string
  disabled: boolean
  onAdd: () => void
}) {
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!watch.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      setAway(entries.at(-1)?.isIntersecting === false)
    })
    observer.observe(watch.current)
    return () => observer.disconnect()
  }, [watch])
  return (
    <div className={styles.bar} data-shown={away || undefined} inert={!away}>
      <p className={styles.what}>
        <span className={styles.title}>{title}</span>
        <span className={styles.choice}>
          {price}・{choice}
        </span>
      </p>
      <button type="button" className={buttonClass('primary')} disabled={disabled} onClick={onAdd}>
        {label}
      </button>
    </div>
  )
}
