'use client'

import { type ReactNode, Suspense, useState } from 'react'

import type { RequestAlert } from '#components/stock-alert/stock-alert-form.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { lazyClient } from '#components/ui/toast.ts'
import type { Size } from '#lib/product/sizes.ts'

import styles from './buy-form.module.css'

const StockAlertForm = lazyClient(() => import('#components/stock-alert/stock-alert-form.tsx'))

/** Offers a stock alert or an available alternative for a sold-out product. */
export function SoldOut({
  product,
  sizes,
  isAll,
  request,
  instead,
}: {
  product: string
  /** Sizes for the alert: the chosen one if everything is sold out, else the sold-out ones. */
  sizes: readonly Size[]
  isAll: boolean
  request: RequestAlert
  instead: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={buttonClass('secondary', isAll)}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {`貨到通知我（${sizes.join('、')}）`}
      </button>
      {isOpen ? (
        <Suspense>
          <StockAlertForm product={product} sizes={sizes} request={request} />
        </Suspense>
      ) : null}
      {isAll && instead !== null ? (
        <div className={styles.instead}>
          <p>現在買得到的另一款</p>
          {instead}
        </div>
      ) : null}
    </>
  )
}
