import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'

import { checkCartAction } from '#app/cart/actions.ts'
import { CheckoutForm } from '#components/checkout/checkout-form.tsx'
import { TermsLinks } from '#components/checkout/terms-links.tsx'
import { ClosingNotice } from '#components/delivery/closing-notice.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PurchaseHeadings } from '#components/ui/purchase-headings.tsx'
import type { FullAccount } from '#lib/account/account.ts'
import { inAppBrowser } from '#lib/account/in-app-browser.ts'
import { provenAddress } from '#lib/account/proven-address.ts'
import { readCheckoutPrefill, requireAccount } from '#lib/account/session.ts'
import { findCities } from '#lib/delivery/find-cities.ts'
import type { Recipient } from '#lib/delivery/recipient.ts'
import { findOffers } from '#lib/offer/offer.ts'
import { findMapStore } from '#lib/parcel/store-map.ts'
import { methodsInApp } from '#lib/payment/methods.ts'
import { offeredMethods } from '#lib/payment/offered-methods.ts'
import type { Query } from '#lib/routes/paging.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { hasIssuer, storesFrom } from '#lib/settings/env.ts'
import { checkCodeAction, isUnpaidAction, placeOrderAction } from './actions.ts'

export const metadata: Metadata = {
  title: '確認訂單',
  description: '填寫收件資料，確認商品、運費與出貨時間。',
  robots: { index: false },
}

// A new member can buy before the e-mail is verified; whom an order has made known was notified at the first.
function mailSentTo({ email, emailVerified, methods }: FullAccount, saved: Recipient): ReactNode {
  if (emailVerified || !methods.includes('password') || saved.phone !== '') return undefined
  return (
    <>
      驗證信已寄到 <span className="whole-word">{email}。</span>
      可以先完成訂購，之後再點信中的連結。
    </>
  )
}

async function mapStoreOf({ uid }: FullAccount, { store }: Awaited<Query>) {
  return typeof store === 'string' ? findMapStore(uid, store, new Date()) : undefined
}

export default async function CheckoutPage({ searchParams }: { searchParams: Query }) {
  const account = await requireAccount(PATHS.checkout)
  const [query, sent] = await Promise.all([searchParams, headers()])
  const inApp = inAppBrowser(sent.get('user-agent') ?? '')
  const methods = offeredMethods()
  const mapStore = await mapStoreOf(account, query)
  const isMapOver = mapStore === undefined && (query.store ?? query.store_error) !== undefined
  const buyer = {
    member: account.uid,
    isVerified: provenAddress(account) !== undefined,
    prefill: await readCheckoutPrefill(account),
    stores: storesFrom(),
    mapStore,
    methods: inApp ? methodsInApp(methods) : methods,
    inApp,
    issuesInvoices: hasIssuer(),
  }
  return (
    <PurchaseHeadings>
      <div className="whole-window">
        <div className="page">
          <PageHead title="確認訂單" text={mailSentTo(account, buyer.prefill)} />
          {isMapOver ? (
            <Notice kind="error" title="未收到您在地圖上選的門市，請再選一次。" />
          ) : null}
          <ClosingNotice />
          <CheckoutForm
            buyer={buyer}
            cities={findCities()}
            placeOrder={placeOrderAction}
            checkCode={checkCodeAction}
            checkCart={checkCartAction}
            isUnpaid={isUnpaidAction}
            offers={await findOffers()}
          />
        </div>
        <TermsLinks />
      </div>
    </PurchaseHeadings>
  )
}
