/** What a shopper without script is told about the cart; only the server says it. */
export const NEEDS_SCRIPT = '購物車需要開啟瀏覽器的 JavaScript 才能使用。'
