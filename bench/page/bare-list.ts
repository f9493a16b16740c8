// The limit of a report in the browser: a page of its own that does nothing but fetch the same rows, add them up and
// show those in sight.

import { gzipSync } from 'node:zlib'
import { voucherRowsType } from '#contract/voucher-rows.ts'
import { serveBare, type BareServer } from './bare-server.ts'

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Bare list</title>
<style>
  body { font: 13px sans-serif }
  #list { height: 480px; overflow: auto }
  table { border-spacing: 0; font-variant-numeric: tabular-nums; table-layout: fixed; width: 1600px }
  td, th { box-sizing: border-box; height: 30px; overflow: hidden; padding: 0 10px; text-align: right; white-space: nowrap }
  thead th { background: #fff; position: sticky; top: 0 }
  tfoot td { background: #fff; bottom: 0; font-weight: bold; position: sticky }
</style>
<button id="show">Show</button>
<div id="list"></div>
<script>
  const height = 30, drawn = 60
  const heads = ['Voucher', 'Issued', 'Fee', 'Examination', 'Registration', 'Admission', 'Fine', 'Discount', 'Roll No.', 'Name',
    'Arrears', 'This month', 'Receivable', 'Received', 'Balance']
  const month = (r) => r[11] + r[15] + r[16] + r[13] + r[14] - r[12]
  const cells = (r) => [r[0], r[9], r[11], r[15], r[13], r[14], r[16], r[12], r[2], r[3], r[17], month(r), r[17] + month(r), r[18],
    r[17] + month(r) - r[18]]
  const figures = new Intl.NumberFormat('en')
  const text = (cell) => typeof cell === 'number' ? figures.format(cell / 100) : cell
  const line = (texts, tag) => '<tr>' + texts.map((t) => '<' + tag + '>' + t + '</' + tag + '>').join('') + '</tr>'
  const list = document.getElementById('list')
  let rows = [], from = -1
  function draw() {
    const first = Math.max(0, Math.min(rows.length - drawn, Math.floor(list.scrollTop / height) - 20))
    if (first === from) return
    from = first
    const after = Math.max(0, rows.length - first - drawn)
    list.querySelector('tbody').innerHTML = '<tr style="height:' + first * height + 'px"></tr>' +
      rows.slice(first, first + drawn).map((r) => line(cells(r).map(text), 'td')).join('') +
      '<tr style="height:' + after * height + 'px"></tr>'
  }
  function sort() {
    rows = rows.slice().sort((one, other) => one[17] + month(one) - one[18] - (other[17] + month(other) - other[18]))
    from = -1
    draw()
  }
  list.onscroll = draw
  document.getElementById('show').onclick = async () => {
    rows = (await (await fetch('/rows')).json()).rows
    const sums = new Array(heads.length).fill(0)
    for (const r of rows) cells(r).forEach((cell, at) => { if (typeof cell === 'number') sums[at] += cell })
    list.innerHTML = '<table><thead>' + line(heads, 'th') + '</thead><tbody></tbody><tfoot>' + line(sums.map(text), 'td') + '</tfoot></table>'
    list.querySelector('th:last-child').onclick = sort
    from = -1
    draw()
  }
</script>`

/** Serves the bare page and the rows that it shows, packed as the portal packs them. */
export const serveBareList = (rows: Buffer): Promise<BareServer> =>
  serveBare({
    '/': { type: 'text/html; charset=utf-8', bytes: Buffer.from(html) },
    '/rows': { type: voucherRowsType, bytes: gzipSync(rows, { level: 1 }), encoding: 'gzip' },
  })
