import { browserStorage } from '#components/ui/browser.ts'
import { type CartLine, parseStoredCart, storedCartText } from '#lib/cart/cart.ts'
import { isText, isTrueOrFalse, withFields } from '#lib/text/json-shape.ts'

// The lines of the order that this browser placed last, until it is paid: they have left the cart, and come back when
// its buyer goes back to the checkout.
const storage = browserStorage('placed-cart')

const isPlaced = withFields({ order: isText, cart: isText, isTaken: isTrueOrFalse })

function write(order: string, cart: string, isTaken: boolean): void {
  storage.write(JSON.stringify({ order, cart, isTaken }))
}

/** Keeps the lines of an order that was just placed; they are still in the cart. */
export function savePlacedCart(order: string, lines: readonly CartLine[]): void {
  write(order, storedCartText(lines), false)
}

/** Lines of an order that was placed here and are still in the cart; from now on they count as taken out of it. */
export function takePlacedCart(order: string): readonly CartLine[] {
  const placed = storage.readAs(isPlaced)
  if (placed?.order !== order || placed.isTaken) return []
  write(order, placed.cart, true)
  return parseStoredCart(placed.cart).lines
}

/** The order placed here last whose lines have left the cart; undefined without one. */
export function placedOrder(): string | undefined {
  const placed = storage.readAs(isPlaced)
  return placed?.isTaken ? placed.order : undefined
}

/** The lines that an order took out of the cart, to go back into it; none a second time. */
export function returnPlacedCart(order: string): readonly CartLine[] {
  const placed = storage.readAs(isPlaced)
  if (placed?.order !== order || !placed.isTaken) return []
  storage.remove()
  return parseStoredCart(placed.cart).lines
}

/** Ends what is kept of an order once it is paid. Returns whether its lines had left the cart before. */
export function endPlacedCart(order: string): boolean {
  const placed = storage.readAs(isPlaced)
  if (placed?.order !== order) return false
  storage.remove()
  return placed.isTaken
}
