'use client'

import type { ReactNode } from 'react'

import { ButtonLink } from '#components/ui/button.tsx'
import { UnfinishedLine } from '#components/ui/unfinished-line.tsx'
import { PATHS } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import cartViewStyles from './cart-view.module.css'

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
