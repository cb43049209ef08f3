'use client'

import { type ReactNode, useRef, useState } from 'react'
import { type CartLine, countPieces, lineKey } from '#lib/cart/cart.ts'
import { unbroken } from '#lib/site/unbroken.ts'

import { CartLineRow } from './cart-line-row.tsx'
import { useCart } from './cart-provider.tsx'
import { CartSummary } from './cart-summary.tsx'
import styles from './cart-view.module.css'
import { type CheckCart, type LineNote, useCartCheck } from './use-cart-check.ts'
import { buttonClass, ButtonLink } from '#components/ui/button.tsx'
import { PATHS } from '#lib/site/paths.ts'
import { CART_MESSAGES } from './messages.ts'

/** The empty cart, the way to the shop, and a shirt that can be had. */
export function EmptyCart({ suggestion }: { suggestion: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{CART_MESSAGES.empty}</p>
      <p className={styles.soft}>{unbroken('挑一件白 T 恤，從這裡開始。')}</p>
      <ButtonLink href={PATHS.shop} variant="primary">
        去看看商品
      </ButtonLink>
      <div className={styles.suggestion}>{suggestion}</div>
    </div>
  )
}

type Undo = { readonly said: string; readonly lines: readonly CartLine[] }

type ChangeWithUndo = (said: string, change: () => void) => void

function CartLines({
  changeWithUndo,
  noteOf,
}: {
  changeWithUndo: ChangeWithUndo
  noteOf: (line: CartLine) => LineNote | undefined
}) {
  const cart = useCart()
  return (
    <section aria-label={`購物車內容，共 ${countPieces(cart.lines)} 件`}>
      <ul className={`plain-list ${styles.lines}`}>
        {cart.lines.map((line) => (
          <CartLineRow
            key={lineKey(line)}
            line={line}
            note={noteOf(line)}
            onQuantity={(quantity) => cart.setQuantity(line, quantity)}
            onRemove={() =>
              changeWithUndo(unbroken(`已移除${line.title}（${line.color}・${line.size}）。`), () =>
                cart.remove(line),
              )
            }
          />
        ))}
      </ul>
      <button
        type="button"
        className="text-button"
        onClick={() => changeWithUndo('已清空購物車。', cart.clear)}
      >
        清空購物車
      </button>
    </section>
  )
}

/** The cart: its lines, what they cost with delivery, and the way to checkout. What is removed can be put back. */
export function CartView(props: {
  check: CheckCart
  /** The ways to pay, in words. */
  ways: string
  suggestion: ReactNode
}) {
  const { check, ways, suggestion } = props
  const cart = useCart()
  const { noteOf, buyable, promise } = useCartCheck(cart.lines, check)
  const [undo, setUndo] = useState<Undo | undefined>(undefined)
  const notice = useRef<HTMLParagraphElement>(null)

  const changeWithUndo: ChangeWithUndo = (said, change) => {
    setUndo({ said, lines: cart.lines })
    change()
    // The pressed button is gone; focus goes to what was said, where the way back is.
    requestAnimationFrame(() => notice.current?.focus())
  }

  function putBack(lines: readonly CartLine[]): void {
    cart.replace(lines)
    setUndo(undefined)
  }

  if (!cart.ready) return <output className={styles.waiting} aria-label="載入購物車…" />
  return (
    <>
      {undo ? (
        <p className={styles.undo} ref={notice} tabIndex={-1}>
          {undo.said}
          <button
            type="button"
            className={buttonClass('quiet')}
            onClick={() => putBack(undo.lines)}
          >
            復原
          </button>
        </p>
      ) : null}
      {cart.lines.length === 0 ? (
        <EmptyCart suggestion={suggestion} />
      ) : (
        <div className={styles.columns}>
          <CartLines changeWithUndo={changeWithUndo} noteOf={noteOf} />
          <CartSummary lines={buyable} promise={promise} ways={ways} />
        </div>
      )}
    </>
  )
}
