'use client'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { Link } from '#components/ui/link.tsx'
import { OfferHints, OrderAmounts } from '#components/price/order-amounts.tsx'
import { Price } from '#components/price/price.tsx'
import { UnfinishedLine } from '#components/ui/unfinished-line.tsx'
import { Stepper } from '#components/ui/stepper.tsx'
import { type CartLine, countPieces, lineKey, MIN_QUANTITY } from '#lib/cart/cart.ts'
import { FREE_DELIVERY_FROM, MOST_PIECES } from '#lib/company/purchase-terms.ts'
import { priceCart } from '#lib/price/price-cart.ts'
import { goodsPaid, lineTotal } from '#lib/price/price.ts'
import { PATHS, productPath } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './cart-line-row.module.css'
import { type CheckCart, type LineNote, REPRICED, useCartCheck } from './use-cart-check.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { useCheckoutPath, useSignedIn } from '#components/account/use-signed-in.ts'
import cartSummaryStyles from './cart-summary.module.css'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { boughtLines, carriedLines } from '#lib/cart/carried-cart.ts'
import { putBack } from '#lib/cart/undo.ts'
import { useCart } from './cart-provider.tsx'
import cartViewStyles from './cart-view.module.css'
import type { CheckedCart } from './checked-words.ts'
import { LinePicture } from './line-picture.tsx'
import type { OfferTerms } from '#lib/price/offers.ts'
import { formatPrice } from '#lib/price/format-price.ts'

/** One line of the cart: picture, title, colour, size, price, quantity, remove. */
export function CartLineRow({
  line,
  note,
  onQuantity,
  onRemove,
}: {
  line: CartLine
  note: LineNote | undefined
  onQuantity: (quantity: number) => void
  onRemove: () => void
}) {
  const name = `${noBreak(line.title)}（${line.color}・${line.size}）`
  return (
    <li className={styles.line}>
      <LinePicture src={line.image} width={128} className={styles.picture} />
      <div className={styles.what}>
        <h2 className={styles.title}>
          <Link href={productPath(line.id)}>{noBreak(line.title)}</Link>
        </h2>
        <p className={styles.soft}>
          {line.color}・{line.size}
        </p>
        <p className={styles.soft}>
          <Price amount={line.price} />{' '}
          <output className={styles.repriced}>{note?.isRepriced ? REPRICED : null}</output>
        </p>
      </div>
      <p className={styles.total}>
        <span className="visually-hidden">小計 </span>
        <Price amount={lineTotal(line)} />
      </p>
      {note?.problem === undefined ? (
        <p className={styles.promise}>{note?.promise}</p>
      ) : (
        <p className={styles.problem}>{note.problem}</p>
      )}
      <div className={styles.tools}>
        <Stepper
          label={`${name}的數量`}
          value={line.quantity}
          min={MIN_QUANTITY}
          max={MOST_PIECES}
          onChange={onQuantity}
        />
        <button type="button" className={`text-button ${styles.remove}`} onClick={onRemove}>
          移除<span className="visually-hidden">{name}</span>
        </button>
      </div>
    </li>
  )
}

/** Total and checkout link, fixed to the bottom of a phone's window. */
export function CartFoot({
  lines,
  offers,
}: {
  lines: readonly CartLine[]
  offers: readonly OfferTerms[]
}) {
  const checkout = useCheckoutPath()
  if (lines.length === 0) return null
  return (
    <div className={cartSummaryStyles.foot}>
      <p>
        總計 <Price amount={priceCart(lines, { offers }).breakdown.total} />
      </p>
      <ButtonLink prefetch={false} variant="primary" href={checkout}>
        前往結帳
      </ButtonLink>
    </div>
  )
}

/** Total of the lines that can be bought, with delivery, shipping date and the checkout link. */
export function CartSummary({
  lines,
  offers,
  promise,
  ways,
}: {
  lines: readonly CartLine[]
  offers: readonly OfferTerms[]
  promise: string | undefined
  ways: string
}) {
  const signedIn = useSignedIn()
  const checkout = useCheckoutPath()
  const price = priceCart(lines, { offers }).breakdown
  return (
    <section className={cartSummaryStyles.summary} aria-labelledby="cart-summary">
      <h2 className={cartSummaryStyles.heading} id="cart-summary">
        訂單摘要
      </h2>
      <OrderAmounts price={price} pieces={countPieces(lines)} />
      {price.shipping > 0 && Number.isFinite(FREE_DELIVERY_FROM) ? (
        <p className={cartSummaryStyles.hint}>
          再買 {formatPrice(FREE_DELIVERY_FROM - goodsPaid(price))} 就免運費。
        </p>
      ) : null}
      <OfferHints lines={lines} offers={offers} shipping={price.shipping} />
      {lines.length === 0 ? (
        <p>購物車裡的商品目前都無法購買。</p>
      ) : (
        <div className={cartSummaryStyles.onward}>
          <ButtonLink prefetch={false} variant="primary" fullWidth href={checkout}>
            前往結帳
          </ButtonLink>
        </div>
      )}
      {/* It comes a moment later than the rest, and below the button it moves nothing that one may be pressing. */}
      {promise === undefined || lines.length < 2 ? null : (
        <p className={cartSummaryStyles.promise}>{promise}</p>
      )}
      <p className={cartSummaryStyles.hint}>
        {signedIn ? '' : '結帳前請先登入或註冊，購物車會留著。'}可用 {ways}付款。
      </p>
    </section>
  )
}

/** The empty cart, the way to the shop, and a shirt that can be had. */
export function EmptyCart({ suggestion }: { suggestion: ReactNode }) {
  return (
    <div className={cartViewStyles.empty}>
      <UnfinishedLine />
      <p className={cartViewStyles.emptyTitle}>購物車是空的</p>
      <p className={cartViewStyles.soft}>{noBreak('挑一件白 T 恤，從這裡開始。')}</p>
      <ButtonLink href={PATHS.shop} variant="primary">
        去看看商品
      </ButtonLink>
      <div className={cartViewStyles.suggestion}>{suggestion}</div>
    </div>
  )
}

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
    <section ref={ref} tabIndex={-1} aria-label={`購物車內容，共 ${countPieces(cart.lines)} 件`}>
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
  /** The ways to pay, in words. */
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
