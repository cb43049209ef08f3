'use client'

import type { ReactNode, RefObject } from 'react'

import { useCheckoutPath } from '#components/account/use-signed-in.ts'
import { buttonClass } from '#components/ui/button-class.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import styles from './buy-bar.module.css'

/**
 * Price and button along a phone's lower edge while the real button is not in sight. Asks for a size
 * that nobody chose; what is in the cart leads on to the checkout.
 */
export function BuyBar({
  isShown,
  sizes,
  title,
  units,
  price,
  chosen,
  preset,
  label,
  onAdd,
}: {
  isShown: boolean
  sizes: RefObject<HTMLElement | null>
  title: string
  /** Units in the cart, where the way on is the checkout; 0 where it is to buy. */
  units: number
  price: ReactNode
  /** Line that the button adds; undefined until a size is chosen. */
  chosen: string | undefined
  /** What the real button would add until then, in the same words. */
  preset: string
  label: string
  onAdd: () => void
}) {
  const checkout = useCheckoutPath()
  function askSize(): void {
    sizes.current?.scrollIntoView({ block: 'center' })
    sizes.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.bar} data-shown={isShown || undefined} inert={!isShown}>
      <p className={styles.what}>
        <span className={styles.title}>{title}</span>
        <span className={styles.choice}>
          {price}・<span>{units > 0 ? `購物車有 ${units} 件` : (chosen ?? preset)}</span>
        </span>
      </p>
      {units > 0 ? (
        <ButtonLink variant="primary" href={checkout} prefetch={false}>
          去結帳
        </ButtonLink>
      ) : (
        <button
          type="button"
          className={buttonClass('primary')}
          onClick={chosen === undefined ? askSize : onAdd}
        >
          {chosen === undefined ? '選擇尺寸' : label}
        </button>
      )}
    </div>
  )
}
