'use client'

import { useState } from 'react'

import { useCart } from '#components/cart/cart-provider.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { IN_APP_BROWSERS, type InAppBrowser } from '#lib/account/in-app-browser.ts'
import { carriedHash } from '#lib/cart/carried-cart.ts'
import { PATHS } from '#lib/routes/paths.ts'

/** Link out of an in-app browser, where Google blocks sign-in. The cart is carried over. */
export function InAppNotice({ app }: { app: InAppBrowser }) {
  const { lines } = useCart()
  const [address, setAddress] = useState('')
  const [isCopied, setCopied] = useState(false)
  const hash = carriedHash(lines)

  async function copy(): Promise<void> {
    const here = window.location.origin + PATHS.cart + hash
    setAddress(here)
    setCopied(
      await navigator.clipboard.writeText(here).then(
        () => true,
        () => false,
      ),
    )
  }

  return (
    <Notice title={`在 ${IN_APP_BROWSERS[app]} 裡無法使用 Google 登入`}>
      <p>可以用電子信箱，或改用瀏覽器開啟，購物車會帶過去。</p>
      {app === 'line' ? (
        // LINE opens an address with this parameter in the phone's own browser.
        <a className={buttonClass()} href={`${PATHS.cart}?openExternalBrowser=1${hash}`}>
          用瀏覽器開啟
        </a>
      ) : (
        <Button onClick={() => void copy()}>{isCopied ? '已複製網址' : '複製網址'}</Button>
      )}
      {address === '' ? null : (
        <output>
          {isCopied ? '請打開 Safari 或 Chrome，貼上網址。' : `請複製這個網址：${address}`}
        </output>
      )}
    </Notice>
  )
}
