'use client'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'

import { buttonClass } from '#components/ui/button-class.ts'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { boughtLines, carriedLines } from '#lib/cart/carried-cart.ts'
import { type CartLine, countUnits, lineKey } from '#lib/cart/cart.ts'
import { putBack } from '#lib/cart/undo.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { CartLineRow } from './cart-line-row.tsx'
import { useCart } from './cart-provider.tsx'
import { CartFoot, CartSummary } from './cart-summary.tsx'
import cartViewStyles from './cart-view.module.css'
import type { CheckedCart } from './checked-text.ts'
import { EmptyCart } from './empty-cart.tsx'
import { type CheckCart, type LineNote, useCartCheck } from './use-cart-check.ts'

// A removal: its message, the removed line, and the cart before.
type Undo = {
  readonly said: string
  readonly removed: readonly CartLine[]
  readonly before: readonly CartLine[]
}

type RemoveWithUndo = (said: string, removed: readonly CartLine[], remove: () => void) => void

function CartLines({
  removeWithUndo,
  noteOf,
  ref,
}: {
  removeWithUndo: RemoveWithUndo
  noteOf: (line: CartLine) => LineNote | undefined
  ref: Ref<HTMLElement>
}) {
  const cart = useCart()
  return (
    <section ref={ref} tabIndex={-1} aria-label={`購物車內容，共 ${countUnits(cart.lines)} 件`}>
      <ul className={`plain-list ${cartViewStyles.lines}`}>
        {cart.lines.map((line) => (
          <CartLineRow
            key={lineKey(line)}
            line={line}
            note={noteOf(line)}
            onQuantity={(quantity) => cart.setQuantity(line, quantity)}
            onRemove={() =>
              removeWithUndo(
                noBreak(`已移除${line.title}（${line.color}・${line.size}）。`),
                [line],
                () => cart.remove(line),
              )
            }
          />
        ))}
      </ul>
      <button
        type="button"
        className="text-button"
        onClick={() => removeWithUndo('已清空購物車。', cart.lines, cart.clear)}
      >
        清空購物車
      </button>
    </section>
  )
}

// An address may bring a cart along, from the browser of an app; it is taken over once, in the shop's words. Without an
// answer the address keeps it for the next time.
function useCarriedCart(
  { ready, lines, replace }: ReturnType<typeof useCart>,
  check: CheckCart,
): void {
  useEffect(() => {
    const { hash, pathname } = window.location
    const carried = ready ? carriedLines(lines, hash) : []
    if (carried.length === 0) return undefined
    let isCurrent = true
    const take = ({ items }: CheckedCart) => {
      window.history.replaceState(window.history.state, '', pathname)
      replace([...lines, ...boughtLines(carried, items)])
    }
    check(carried).then(
      (answer) => isCurrent && answer && take(answer),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [ready, lines, replace, check])
}

/** The cart with its lines, total and checkout link. A removed line can be restored. */
export function CartView(props: {
  check: CheckCart
  /** The payment methods, as text. */
  ways: string
  /** The offers that ran when the page was made. */
  offers: readonly OfferTerms[]
  suggestion: ReactNode
}) {
  const { check, ways, suggestion } = props
  const cart = useCart()
  const { noteOf, buyable, promise, offers } = useCartCheck(cart.lines, check, props.offers)
  const [undo, setUndo] = useState<Undo | undefined>(undefined)
  const notice = useRef<HTMLParagraphElement>(null)
  const section = useRef<HTMLElement>(null)

  const removeWithUndo: RemoveWithUndo = (said, removed, remove) => {
    setUndo({ said, removed, before: cart.lines })
    remove()
    // The pressed button is gone; focus goes to what was said, where the way back is.
    requestAnimationFrame(() => notice.current?.focus())
  }

  function revert({ before, removed }: Undo): void {
    cart.replace(putBack(cart.lines, before, removed))
    setUndo(undefined)
    // The pressed button is gone; focus goes to the lines, which take its place on the screen.
    requestAnimationFrame(() => section.current?.focus({ preventScroll: true }))
  }

  useCarriedCart(cart, check)
  if (!cart.ready) return <output className={cartViewStyles.waiting} aria-label="載入購物車…" />
  return (
    <>
      {undo ? (
        <p className={cartViewStyles.undo} ref={notice} tabIndex={-1}>
          {undo.said}
          <button type="button" className={buttonClass('quiet')} onClick={() => revert(undo)}>
            復原
          </button>
        </p>
      ) : null}
      {cart.lines.length === 0 ? (
        <EmptyCart suggestion={suggestion} />
      ) : (
        <div className={cartViewStyles.whole}>
          <div className={cartViewStyles.columns}>
            <CartLines removeWithUndo={removeWithUndo} noteOf={noteOf} ref={section} />
            <CartSummary lines={buyable} offers={offers} promise={promise} ways={ways} />
          </div>
          <CartFoot lines={buyable} offers={offers} />
        </div>
      )}
    </>
  )
}

/** The band of a card that a page seldom shows: its code comes with it. */
export const LateBand = lazyPart(() =>
  import('#components/product/availability-band.tsx').then((late) => ({
    default: late.AvailabilityBand,
  })),
)
