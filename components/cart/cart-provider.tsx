'use client'

import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'

import { type CartState, type CartStore, createCartStore } from './cart-store.ts'

const CartContext = createContext<CartStore | undefined>(undefined)

/** Holds the one cart of the page. */
export function CartProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createCartStore)
  return <CartContext value={store}>{children}</CartContext>
}

/** The cart and what can be done with it; `ready` is false until storage was read. Throws outside CartProvider. */
export function useCart(): CartState & Omit<CartStore, 'read' | 'subscribe' | 'unread'> {
  const store = use(CartContext)
  if (!store) throw new Error('useCart needs a CartProvider above it')
  const { read, subscribe, unread, ...actions } = store
  const state = useSyncExternalStore(subscribe, read, unread)
  return { ...state, ...actions }
}
