/** Settings that mean nothing without another one. */
const PARTNERS: Readonly<Record<string, string>> = {
  CONTENT_REPOSITORY: 'CONTENT_TOKEN',
  CONTENT_TOKEN: 'CONTENT_REPOSITORY',
  CONTENT_BRANCH: 'CONTENT_REPOSITORY',
  ECPAY_LOGISTICS_RETURN_STORE: 'ECPAY_LOGISTICS_MERCHANT_ID',
  ECPAY_LOGISTICS_STORES: 'ECPAY_LOGISTICS_MERCHANT_ID',
  ECPAY_PAYMENT_METHODS: 'ECPAY_PAYMENT_MERCHANT_ID',
  ECPAY_PAYMENT_REFUNDS: 'ECPAY_PAYMENT_MERCHANT_ID',
  LINE_PAY_FIRST: 'LINE_PAY_CHANNEL_ID',
  OTEL_EXPORTER_OTLP_HEADERS: 'OTEL_EXPORTER_OTLP_ENDPOINT',
}

/** Returns a sentence for each setting that is there, and not `wrong`, without the one that it belongs to. */
export function missingPartners(
  settings: Readonly<Record<string, string | undefined>>,
  wrong: readonly string[],
): readonly string[] {
  return Object.entries(PARTNERS).flatMap(([name, partner]) =>
    settings[name] && !settings[partner] && !wrong.includes(name)
      ? [`Set ${partner} too, or unset ${name}.`]
      : [],
  )
}
