'use client'

import { useCheckoutPath } from '#components/account/use-signed-in.ts'
import { lineText } from '#components/cart/messages.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { type CartLine, countUnits } from '#lib/cart/cart.ts'
import { PATHS } from '#lib/routes/paths.ts'
import styles from './buy-form.module.css'

/** The ways on with this product's units in the cart; `isMain` where they are the next thing to do. */
export default function InCart({ lines, isMain }: { lines: readonly CartLine[]; isMain: boolean }) {
  const checkout = useCheckoutPath()
  // One line is named; of several the units are counted.
  const [only, ...others] = lines
  const text =
    only && others.length === 0 ? lineText(only) : `這款\u00A0${countUnits(lines)}\u00A0件`
  return (
    <div className={styles.onward}>
      <ButtonLink
        variant={isMain ? 'primary' : 'secondary'}
        fullWidth
        href={checkout}
        prefetch={false}
      >
        前往結帳
      </ButtonLink>
      <ButtonLink fullWidth href={PATHS.cart}>
        {`前往購物車（${text}）`}
      </ButtonLink>
    </div>
  )
}
