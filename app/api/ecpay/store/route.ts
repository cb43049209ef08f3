/** ECPay's push about a store of a parcel is taken as that about the parcel itself. */
export { POST } from '#app/api/ecpay/parcel/route.ts'
