'use client'

import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'

import { type CartState, type CartStore, createCartStore } from './cart-store.ts'

const CartContext = createContext<CartStore | undefined>(undefined)

/** Holds the one cart of the page. */
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

/** What can be done with the cart, for who need not be drawn anew when it changes. Throws outside CartProvider. */
export function useCartActions(): CartActions {
  return useStore()
}

/** The cart and what can be done with it; `ready` is false until storage was read. Throws outside CartProvider. */
export function useCart(): CartState & CartActions {
  const { read, subscribe, unread, ...actions } = useStore()
  const state = useSyncExternalStore(subscribe, read, unread)
  return { ...state, ...actions }
}
