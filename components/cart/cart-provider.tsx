'use client'

import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'

import { browserStorage } from '#components/ui/browser.ts'
import {
  addLine,
  CART_KEY,
  type CartLine,
  countUnits,
  type LineIdentity,
  parseStoredCart,
  removeLine,
  setQuantity,
  storedCartText,
} from '#lib/cart/cart.ts'

/** Cart state: lines, whether storage was read, and how often this tab added a line. */
type CartState = {
  readonly lines: readonly CartLine[]
  readonly ready: boolean
  readonly adds: number
  /** Keys of lines that can't be bought, as far as this page was told. */
  readonly gone: ReadonlySet<string>
}

const UNREAD: CartState = { lines: [], ready: false, adds: 0, gone: new Set() }

// Without localStorage the cart lasts as long as the page.
const storage = browserStorage(CART_KEY)

/**
 * The cart of this browser, stored in localStorage. Follows other tabs and notifies subscribers.
 */
function createCartStore() {
  let state = UNREAD
  let text: string | null = null
  const listeners = new Set<() => void>()

  const announce = () => listeners.forEach((listener) => listener())

  function read(): CartState {
    const found = storage.read()
    if (state.ready && found === text) return state
    const { lines, dropped } = parseStoredCart(found)
    if (dropped > 0) console.error(`Parts of the stored cart were left out: ${dropped}.`)
    text = found
    state = { ...state, lines, ready: true }
    return state
  }

  function write(lines: readonly CartLine[], adds = state.adds): void {
    storage.write(storedCartText(lines))
    text = storage.read()
    state = { ...state, lines, ready: true, adds }
    announce()
  }

  function follow(event: StorageEvent): void {
    if (event.key === CART_KEY || event.key === null) announce()
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      window.addEventListener('storage', follow)
      window.addEventListener('pageshow', announce)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      window.removeEventListener('storage', follow)
      window.removeEventListener('pageshow', announce)
    }
  }

  return {
    read,
    subscribe,
    unread: () => UNREAD,
    /** Adds a line or merges it; `capped`: the line stays at its most. `units` are in the cart now. */
    add(line: CartLine): { readonly capped: boolean; readonly units: number } {
      const { lines, capped } = addLine(read().lines, line)
      write(lines, state.adds + 1)
      return { capped, units: countUnits(lines) }
    },
    setQuantity: (line: LineIdentity, quantity: number) =>
      write(setQuantity(read().lines, line, quantity)),
    remove: (line: LineIdentity) => write(removeLine(read().lines, line)),
    clear: () => write([]),
    /** Says which lines can't be bought, so that no count of units has them. */
    leaveOut(gone: ReadonlySet<string>): void {
      state = { ...read(), gone }
      announce()
    },
    /** Puts other lines in place of all, as when the server corrected them. */
    replace: (lines: readonly CartLine[]) => write(lines),
  }
}

type CartStore = ReturnType<typeof createCartStore>

const CartContext = createContext<CartStore | undefined>(undefined)

/** Provides the one cart of the page. */
export function CartProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createCartStore)
  return <CartContext value={store}>{children}</CartContext>
}

type CartActions = Omit<CartStore, 'read' | 'subscribe' | 'unread'>

function useStore(): CartStore {
  const store = use(CartContext)
  if (!store) throw new Error('The cart needs a CartProvider above it')
  return store
}

/** Cart actions without a subscription to its state. Throws outside CartProvider. */
export function useCartActions(): CartActions {
  return useStore()
}

/** The cart and what can be done with it; `ready` is false until storage was read. Throws outside CartProvider. */
export function useCart(): CartState & CartActions {
  const { read, subscribe, unread, ...actions } = useStore()
  const state = useSyncExternalStore(subscribe, read, unread)
  return { ...state, ...actions }
}
