'use client'

import type { ReactNode, RefObject } from 'react'

import { buttonClass } from '#components/ui/button-class.ts'
import { noBreak } from '#lib/text/no-break.ts'

import styles from './buy-bar.module.css'
import InCart from './in-cart.tsx'

/**
 * Price and button fixed to a phone's bottom while the real button is below. Needs a chosen size.
 */
export default function BuyBar({
  isPassed,
  sizes,
  product,
  price,
  chosen,
  label,
  onAdd,
}: {
  isPassed: boolean
  sizes: RefObject<HTMLElement | null>
  product: { readonly id: string; readonly title: string }
  price: ReactNode
  /** Line that the button adds; undefined until a size is chosen. */
  chosen: string | undefined
  label: string
  onAdd: () => void
}) {
  function askSize(): void {
    sizes.current?.scrollIntoView({ block: 'center' })
    sizes.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.bar} data-shown={isPassed || undefined} inert={!isPassed}>
      <p className={styles.what}>
        <span className={styles.title}>{noBreak(product.title)}</span>
        <span className={styles.choice}>
          {price}・
          <InCart id={product.id} isShort>
            {chosen ?? '請選尺寸'}
          </InCart>
        </span>
      </p>
      <button
        type="button"
        className={buttonClass('primary')}
        onClick={chosen === undefined ? askSize : onAdd}
      >
        {chosen === undefined ? '選擇尺寸' : label}
      </button>
    </div>
  )
}
