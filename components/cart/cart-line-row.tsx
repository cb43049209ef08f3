'use client'

import { Price } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import { Stepper } from '#components/ui/stepper.tsx'
import { type CartLine, MIN_QUANTITY } from '#lib/cart/cart.ts'
import { MAX_UNITS } from '#lib/company/purchase-terms.ts'
import { lineTotal } from '#lib/price/price.ts'
import { productPath } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './cart-line-row.module.css'
import { LinePicture } from './line-picture.tsx'
import { type LineNote, REPRICED } from './use-cart-check.ts'

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
        <h2 className={`as-text ${styles.title}`}>
          <Link href={productPath(line.id)}>{noBreak(line.title)}</Link>
        </h2>
        <p className={styles.soft}>
          {line.color}・{line.size}
        </p>
        <p className={styles.soft}>
          單價 <Price amount={line.price} />{' '}
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
          max={MAX_UNITS}
          onChange={onQuantity}
        />
        <button type="button" className={`text-button ${styles.remove}`} onClick={onRemove}>
          移除<span className="visually-hidden">{name}</span>
        </button>
      </div>
    </li>
  )
}
