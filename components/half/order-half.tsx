import 'server-only'

import { motifSheet } from '#lib/half/half-drawing.ts'
import { canChooseHalf } from '#lib/order/choose-half.ts'
import type { Order } from '#lib/order/order.ts'
import { findProduct } from '#lib/product/find-products.ts'
import { CarryHalf, type ChooseHalf } from './carry-half.tsx'
import { HalfFigure, MotifLines } from './half-figure.tsx'
import styles from './order-half.module.css'
import { OtherHalf } from './other-half.tsx'

async function motifOf({ items, half }: Order) {
  if (half) return half.motif
  const products = await Promise.all(items.map(({ id }) => findProduct(id)))
  return products.find((product) => product?.motif !== undefined)?.motif
}

/**
 * The half of an order: drawn while it is on its way, after the motif of its first shirt that has one, and put into its
 * parcel. Later the one that went with it.
 */
export async function OrderHalf({ order, choose }: { order: Order; choose: ChooseHalf }) {
  const motif = await motifOf(order)
  const isOpen = canChooseHalf(order)
  if (motif === undefined || (!isOpen && !order.half)) return null
  return (
    <section className={styles.half} aria-labelledby="other-half">
      <h2 id="other-half">{order.half ? '畫好的另一半' : '把另一半畫完'}</h2>
      {order.half ? (
        <div className={styles.figure}>
          <MotifLines motifs={[motif]} />
          <HalfFigure drawn={order.half} />
        </div>
      ) : (
        <OtherHalf name={motif} />
      )}
      {isOpen ? (
        <CarryHalf
          order={order.id}
          motif={motif}
          sheet={motifSheet(motif)}
          isChosen={order.half !== undefined}
          choose={choose}
        />
      ) : null}
    </section>
  )
}
