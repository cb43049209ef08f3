'use client'

import { type ReactNode, type RefObject, useEffect, useState } from 'react'

import { useCart } from '#components/cart/cart-provider.tsx'
import { lineWords } from '#components/cart/messages.ts'
import { buttonClass, ButtonLink } from '#components/ui/button.tsx'
import { useCheckoutPath } from '#components/site/use-signed-in.ts'
import { IntentLink } from '#components/ui/intent-link.tsx'
import { type CartLine, countPieces } from '#lib/cart/cart.ts'
import { PATHS } from '#lib/site/paths.ts'
import { unbroken } from '#lib/site/unbroken.ts'
import styles from './buy-bar.module.css'

// One line is named; of several the pieces are counted.
function inCartWords(lines: readonly CartLine[]): string {
  const [only, ...others] = lines
  return only && others.length === 0 ? lineWords(only) : `這款 ${countPieces(lines)} 件`
}

/** Pieces of this product in the cart with a link; its children while there are none. */
export function InCart({
  id,
  isShort = false,
  children = null,
}: {
  id: string
  isShort?: boolean
  children?: ReactNode
}) {
  const cart = useCart()
  const checkout = useCheckoutPath()
  const lines = cart.lines.filter((line) => line.id === id)
  if (lines.length === 0) return children
  return isShort ? (
    <IntentLink href={PATHS.cart}>購物車有 {countPieces(lines)} 件，去結帳</IntentLink>
  ) : (
    <div className={styles.onward}>
      <ButtonLink fullWidth href={checkout} prefetch={false}>
        前往結帳
      </ButtonLink>
      <ButtonLink fullWidth href={PATHS.cart}>
        前往購物車（{inCartWords(lines)}）
      </ButtonLink>
    </div>
  )
}

// The window reaches down without end, so what has left it has left it at the top: a jump past the button counts too.
const BELOW_TOO = { rootMargin: '0px 0px 1000000px 0px' }

function usePassed(watch: RefObject<HTMLElement | null>): boolean {
  const [isPassed, setPassed] = useState(false)
  useEffect(() => {
    if (!watch.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      setPassed(entries.at(-1)?.isIntersecting === false)
    }, BELOW_TOO)
    observer.observe(watch.current)
    return () => observer.disconnect()
  }, [watch])
  return isPassed
}

/**
 * On a phone, price and button at the bottom once the real button has been passed.
 * It adds nothing in a size that nobody chose.
 */
export function BuyBar({
  watch,
  sizes,
  product,
  price,
  chosen,
  label,
  onAdd,
}: {
  watch: RefObject<HTMLElement | null>
  sizes: RefObject<HTMLElement | null>
  product: { readonly id: string; readonly title: string }
  price: ReactNode
  /** Line that the button adds; undefined until a size is chosen. */
  chosen: string | undefined
  label: string
  onAdd: () => void
}) {
  const isPassed = usePassed(watch)
  function askSize(): void {
    sizes.current?.scrollIntoView({ block: 'center' })
    sizes.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.bar} data-shown={isPassed || undefined} inert={!isPassed}>
      <p className={styles.what}>
        <span className={styles.title}>{unbroken(product.title)}</span>
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
