import { permanentRedirect } from 'next/navigation'

import { PATHS } from '#lib/routes/paths.ts'

/** An older address of the order list. */
export default function OldOrdersPage(): never {
  permanentRedirect(PATHS.orders)
}
