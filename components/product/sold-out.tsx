'use client'

import type { ReactNode } from 'react'

import type { RequestAlert } from '#components/stock-alert/stock-alert-form.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { lazyPart, useDisclosure } from '#components/ui/lazy-part.tsx'
import type { Size } from '#lib/product/sizes.ts'
import styles from './buy-form.module.css'

const loadAlertForm = () => import('#components/stock-alert/stock-alert-form.tsx')

const StockAlertForm = lazyPart(loadAlertForm)

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
  const { isOpen, open, close } = useDisclosure(loadAlertForm)
  return (
    <>
      <button
        type="button"
        className={buttonClass('secondary', isAll)}
        aria-expanded={isOpen}
        onClick={isOpen ? close : open}
      >
        {`貨到通知我（${sizes.join('、')}）`}
      </button>
      {isOpen ? <StockAlertForm product={product} sizes={sizes} request={request} /> : null}
      {isAll && instead !== null ? (
        <div className={styles.instead}>
          <p>現在買得到的另一款</p>
          {instead}
        </div>
      ) : null}
    </>
  )
}
