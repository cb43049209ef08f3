import type { Services } from '../scenario.ts'

let services: Services = {}

/** Sets what the shop of the scenario has besides its payment providers. */
export function setServices(wanted: Services): void {
  services = wanted
}

/** The settings that the model's shop reads; both payment providers are offered. */
export function settings() {
  return {
    NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
    LINE_PAY_CHANNEL_ID: 'model',
    ...(services.carrier ? { ECPAY_LOGISTICS_MERCHANT_ID: 'model' } : {}),
    ...(services.issuer ? { ECPAY_INVOICE_MERCHANT_ID: 'model' } : {}),
  }
}
