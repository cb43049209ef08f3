/** The only settings that a payment reads; both providers are offered. */
export function settings(): {
  readonly NEXT_PUBLIC_SITE_URL: string
  readonly LINE_PAY_CHANNEL_ID: string
} {
  return { NEXT_PUBLIC_SITE_URL: 'http://localhost:3000', LINE_PAY_CHANNEL_ID: 'model' }
}
