'use client'
import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'

import { sendAnalyticsEvent } from '#components/analytics/send-analytics-event.ts'
import { useCart, useCartActions } from '#components/cart/cart-provider.tsx'
import { addedText, CART_MESSAGES } from '#components/cart/messages.ts'
import type { CheckCart } from '#components/cart/use-cart-check.ts'
import type { RequestAlert } from '#components/stock-alert/stock-alert-form.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { toast } from '#components/ui/toast.ts'
import { type CartLine, countUnits, lineKey, MIN_QUANTITY } from '#lib/cart/cart.ts'
import { type Availability, isOnSale, type StockInfo } from '#lib/product/availability.ts'
import type { SizeChart } from '#lib/product/size-chart.ts'
import type { Size } from '#lib/product/sizes.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { AvailabilityBadge } from './availability-badge.tsx'
import { BuyBar } from './buy-bar.tsx'
import styles from './buy-form.module.css'
import { ColorChoice } from './color-choice.tsx'
import { againLabel, buyLabel } from './messages.ts'
import type { PromiseSentences } from './preorder-sentence.ts'
import { QuantityChoice } from './quantity-choice.tsx'
import { SizeChoice } from './size-choice.tsx'
import { SoldOut } from './sold-out.tsx'
import { useAvailability } from './use-availability.ts'
import { useColor } from './use-color.ts'
import { useInSight } from './use-in-sight.ts'
import { useSize } from './use-size.ts'
import { useSoldOutSizes } from './use-sold-out-sizes.ts'

// A choice made before hydration exists only in the DOM.
function chosenInPage(group: string): string | undefined {
  return document.querySelector<HTMLInputElement>(`[name=${group}]:checked`)?.value
}

const loadInCart = () => import('./in-cart.tsx')
const InCart = lazyPart(loadInCart)

/** In milliseconds: how long another press for the same line is none. */
const SAME_PRESS = 600

function chosenOr(known: { color: string; size: Size }, sizes: readonly Size[]) {
  const size = sizes.find((siz) => siz === chosenInPage('size'))
  return { color: chosenInPage('color') ?? known.color, size: size ?? known.size }
}

/** Product facts for the buying column. */
export type ProductOffer = {
  readonly product: Pick<CartLine, 'id' | 'title' | 'image' | 'price'>
  readonly colors: readonly { readonly name: string; readonly value: string }[]
  readonly sizes: readonly [Size, ...Size[]]
  readonly chart: SizeChart
  readonly stock: StockInfo
  /** Returns the sold-out sizes; called only for counted products. */
  readonly check: CheckCart
  /** Requests a mail when a size is back in stock. */
  readonly requestAlert: RequestAlert
  readonly initialAvailability: Availability
  /** Sentences about shipping, by how the product is sold. */
  readonly promiseSentences: PromiseSentences
  /** The price, rendered on the server. */
  readonly price: ReactNode
  /** A shirt that can be had, for who comes too late for this one; made on the server. */
  readonly instead: ReactNode
  readonly children: ReactNode
}

function Head({
  now,
  promiseSentences,
  children,
}: Pick<ProductOffer, 'promiseSentences' | 'children'> & { now: Availability }) {
  const sentence = promiseSentences[now]
  return (
    <>
      <header>
        <AvailabilityBadge now={now} />
        {children}
      </header>
      {sentence === undefined ? null : <p className={styles.preorder}>{noBreak(sentence)}</p>}
    </>
  )
}

// React keeps a form's press from before this script is here, and then calls its action.
function BuyButton({
  now,
  label,
  isMain,
  button,
  onAdd,
}: {
  now: Availability
  label: string
  /** Whether to buy is the next thing to do, and not the checkout. */
  isMain: boolean
  button: RefObject<HTMLButtonElement | null>
  onAdd: () => void
}) {
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onAdd()
  }
  return (
    <form action={onAdd} onSubmit={onSubmit}>
      <button
        type="submit"
        ref={button}
        className={buttonClass(isMain ? 'primary' : 'secondary', true)}
        disabled={!isOnSale(now)}
      >
        {label}
      </button>
    </form>
  )
}

// The current choice and adding it to the cart.
function useBuying({ product, colors, sizes, stock, check, initialAvailability }: ProductOffer) {
  const cart = useCartActions()
  const now = useAvailability(stock, initialAvailability)
  const [color, setColor] = useColor(colors)
  const gone = useSoldOutSizes({ id: product.id, color, sizes, stock }, now, check)
  const { size, isChosen, choose } = useSize(sizes, gone)
  const [quantity, setQuantity] = useState(MIN_QUANTITY)
  const button = useRef<HTMLButtonElement>(null)
  const isGone = gone.has(size)

  const { id, title, price } = product
  useEffect(
    () => sendAnalyticsEvent({ name: 'view_item', items: [{ id, title, price }] }),
    [id, title, price],
  )

  // Preloads the code shown after adding, so that it works offline.
  const hasBegun = isChosen || quantity > MIN_QUANTITY
  useEffect(() => {
    if (hasBegun) void loadInCart().catch(() => {})
  }, [hasBegun])

  const justAdded = useRef<string>(undefined)
  function add(): void {
    const line = { ...product, ...chosenOr({ color, size }, sizes), quantity }
    // A second press of the same is a slip of the finger.
    if (justAdded.current === lineKey(line)) return
    justAdded.current = lineKey(line)
    setTimeout(() => (justAdded.current = undefined), SAME_PRESS)
    const { capped, units } = cart.add(line)
    sendAnalyticsEvent({ name: 'add_to_cart', items: [line] })
    if (capped) toast.error(CART_MESSAGES.capped, button.current)
    else toast.success(addedText(line, units), button.current)
  }

  const shown = isGone ? 'sold-out' : now
  const chosen = isChosen && !isGone ? `${color}・${size}・${quantity} 件` : undefined
  const preset = isGone ? '請選尺寸' : `目前選 ${size}`
  const choices = { color, setColor, gone, size, choose, quantity, setQuantity }
  return { now, shown, label: buyLabel(shown, size), chosen, preset, button, add, ...choices }
}

/** The badge, the product's name and price, then colour, size, quantity and the one big button; first size and colour chosen. */
export function BuyForm(offer: ProductOffer) {
  const { product, sizes, chart } = offer
  const { now, shown, label, chosen, preset, button, add, ...choices } = useBuying(offer)
  const { color, setColor, gone, size, choose, quantity, setQuantity } = choices
  const isInSight = useInSight(button)
  const inCart = useCart().lines.filter(({ id }) => id === product.id)
  const isAdded = inCart.some((line) => line.color === color && line.size === size)
  const sizeRow = useRef<HTMLDivElement>(null)
  const soldOut = !isOnSale(now)
  const options = { sizes, chart, chosen: size, unavailable: soldOut, gone, onChoose: choose }
  return (
    <div className={styles.form}>
      <Head now={now} promiseSentences={offer.promiseSentences}>
        {offer.children}
      </Head>
      <ColorChoice colors={offer.colors} chosen={color} unavailable={soldOut} onChoose={setColor} />
      <div ref={sizeRow}>
        <SizeChoice {...options} />
      </div>
      {soldOut ? null : <QuantityChoice quantity={quantity} onChange={setQuantity} />}
      <BuyButton
        now={shown}
        label={isAdded && isOnSale(shown) ? againLabel(quantity, size) : label}
        isMain={!isAdded}
        button={button}
        onAdd={add}
      />
      {soldOut || gone.size > 0 ? (
        <SoldOut
          product={product.id}
          sizes={soldOut ? [size] : [...gone]}
          isAll={soldOut}
          request={offer.requestAlert}
          instead={offer.instead}
        />
      ) : null}
      {inCart.length > 0 ? <InCart lines={inCart} isMain={isAdded || soldOut} /> : null}
      {soldOut || isInSight === undefined ? null : (
        <BuyBar
          isShown={!isInSight}
          sizes={sizeRow}
          title={product.title}
          units={isAdded || chosen === undefined ? countUnits(inCart) : 0}
          price={offer.price}
          chosen={chosen}
          preset={preset}
          label={label}
          onAdd={add}
        />
      )}
    </div>
  )
}
