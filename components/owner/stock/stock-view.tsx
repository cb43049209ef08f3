import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import shared from '#components/owner/owner.module.css'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import type { ProductStock, StockRow } from '#lib/owner/read-stock.ts'
import { shippingDatePath } from '#lib/routes/owner-paths.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { noteText } from './note-text.ts'
import styles from './stock.module.css'

type Actions = { readonly change: OwnerAction; readonly changeSale: OwnerAction }

function Rows({ rows, title }: { rows: readonly StockRow[]; title: string }) {
  return (
    <table className={styles.table} aria-label={`${title}的件數`}>
      <thead>
        <tr>
          <th scope="col">尺寸</th>
          <th scope="col">還能賣</th>
          <th scope="col">未付款保留</th>
          <th scope="col">已賣出</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ size, held, sold, left }) => (
          <tr key={size ?? 'all'} data-low={left <= 0 || undefined}>
            <th scope="row">{size ?? '不分尺寸'}</th>
            <td>{left < 0 ? `${left}（超賣）` : left}</td>
            <td>{held}</td>
            <td>{sold < 0 ? `${sold}（異常，請到今日重新核對）` : sold}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Correct({ product, change }: { product: ProductStock; change: OwnerAction }) {
  const { id, sizes, rows } = product
  const isSized = rows.some(({ size }) => size !== undefined)
  return (
    <Panel title="更正件數">
      <OwnerForm action={change} submit="更正件數" done="已更正，商品頁會在一分鐘內更新。">
        <input type="hidden" name="product" value={id} />
        <SelectField id={`${id}-how`} name="how" label="怎麼改">
          <option value="add">增加或扣除（進貨 30、報廢 -1）</option>
          <option value="set">改為可販售的件數（盤點後）</option>
        </SelectField>
        {isSized ? null : (
          <TextField
            id={`${id}-total`}
            name="total"
            label="不分尺寸的件數"
            inputMode="text"
            autoComplete="off"
            maxLength={6}
          />
        )}
        <fieldset className={styles.sizes}>
          <legend>
            {isSized ? '各尺寸的件數，不變則留空' : '或改為分尺寸計算：未填的尺寸以 0 件計算'}
          </legend>
          {sizes.map((size) => (
            <TextField
              key={size}
              id={`${id}-${size}`}
              name={size}
              label={size}
              inputMode="text"
              autoComplete="off"
              maxLength={6}
            />
          ))}
        </fieldset>
        <TextField id={`${id}-reason`} name="reason" label="原因" maxLength={300} />
      </OwnerForm>
    </Panel>
  )
}

function Sale({ product, changeSale }: { product: ProductStock; changeSale: OwnerAction }) {
  const { id, isOffSale } = product
  return (
    <Panel title={isOffSale ? '重新上架' : '下架'}>
      <OwnerForm
        action={changeSale}
        submit={isOffSale ? '重新上架' : '下架'}
        done={isOffSale ? '已重新上架。' : '已下架，商品頁顯示已售完。'}
        variant={isOffSale ? 'secondary' : 'danger'}
      >
        <input type="hidden" name="product" value={id} />
        <input type="hidden" name="sale" value={isOffSale ? 'on' : 'off'} />
        <p className={shared.soft}>
          {isOffSale ? '件數維持不變。' : '已成立的訂單照常出貨；商品頁保留，但無法購買。'}
        </p>
        <TextField id={`${id}-sale-reason`} name="reason" label="原因" maxLength={300} />
      </OwnerForm>
    </Panel>
  )
}

function Waiting({ waiting }: Pick<ProductStock, 'waiting'>) {
  const sizes = [...waiting].filter(([, people]) => people > 0)
  if (sizes.length === 0) return null
  return <p>等到貨通知：{sizes.map(([size, people]) => `${size} ${people} 人`).join('、')}</p>
}

/** Every product's units by size, with what corrects them and takes a product off sale. */
export function StockView({
  products,
  change,
  changeSale,
}: Actions & { products: readonly ProductStock[] }) {
  return products.map((product) => (
    <section key={product.id} className={shared.section} aria-labelledby={`stock-${product.id}`}>
      <h2 id={`stock-${product.id}`}>
        {product.title}
        <span className={shared.soft}>
          {' '}
          {product.id}
          {product.isOffSale ? '・已下架' : ''}
        </span>
      </h2>
      {product.isPreorder || product.preordered > 0 ? (
        <p>
          預購已訂 {product.preordered} 件
          {product.limit === undefined ? '，不限量' : `，限量 ${product.limit} 件`}。
          <Link href={shippingDatePath(product.id)} aria-label={`更改出貨日：${product.title}`}>
            更改出貨日
          </Link>
        </p>
      ) : null}
      <Rows rows={product.rows} title={product.title} />
      <Waiting waiting={product.waiting} />
      <div className={shared.panels}>
        <Correct product={product} change={change} />
        <Sale product={product} changeSale={changeSale} />
        {product.notes.length === 0 ? null : (
          <Panel title="最近的更正">
            <ul className={shared.plain}>
              {product.notes.map((note) => (
                <li key={note.at}>
                  {formatTime(new Date(note.at))}・{note.who}：{noteText(note)}（{note.reason}）
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </section>
  ))
}
