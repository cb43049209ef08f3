'use server'

import { staffListAction, ordersField } from '#app/owner-action.ts'
import { bookParcels, cancelParcels, settleParcelAlarms } from '#lib/owner/ship-orders.ts'

/** Books the parcels of the chosen orders, and answers for each what became of it. */
export const bookParcelsAction = staffListAction(ordersField, bookParcels)

/** Takes the bookings of 7-11 parcels back. */
export const cancelParcelsAction = staffListAction(ordersField, cancelParcels)

/** Notes that the owner has dealt with alarms. */
export const settleParcelsAction = staffListAction(ordersField, settleParcelAlarms)
