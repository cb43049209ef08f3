'use client'

import { type ReactNode, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import StockAlertForm, { type RequestAlert } from '#components/stock-alert/stock-alert-form.tsx'
import type { Size } from '#lib/product/sizes.ts'

import styles from './buy-form.module.css'

/** Who comes too late is told when a size is back, or sees a shirt that can be had. */
export default function SoldOut({
  product,
  sizes,
  isAll,
  request,
  instead,
}: {
  product: string
  /** The sizes to be told of: the chosen one of a sold-out product, else those that are gone. */
  sizes: readonly Size[]
  isAll: boolean
  request: RequestAlert
  instead: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {isAll ? (
        <p className={styles.hint}>目前已售完。選好尺寸、留下信箱，到貨時寄信給您。</p>
      ) : null}
      <Button fullWidth={isAll} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        貨到通知我（{sizes.join('、')}）
      </Button>
      {isOpen ? <StockAlertForm product={product} sizes={sizes} request={request} /> : null}
      {isAll ? <div className={styles.instead}>{instead}</div> : null}
    </>
  )
}
