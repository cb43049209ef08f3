/** The only setting that a payment reads. */
export function settings(): { readonly NEXT_PUBLIC_SITE_URL: string } {
  return { NEXT_PUBLIC_SITE_URL: 'http://localhost:3000' }
}
