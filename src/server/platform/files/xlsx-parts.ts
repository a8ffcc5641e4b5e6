/** The fixed parts of a workbook (ECMA-376, SpreadsheetML). */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const cellStyle = { plain: 0, header: 1, time: 2, guarded: 3 } as const

/** Invalid in XML 1.0. */
const unwritable = /(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu
const unusual = /[&<>"_\ufffe\uffff]|\p{Cc}/u

/** Excel would decode `_x000D_`. */
export function xmlText(text: string): string {
  // Without it an export takes twice as long.
  if (!unusual.test(text)) return text
  return text
    .replace(/\r\n?/g, '\n')
    .replace(unwritable, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? '&quot;')
}

function sheetName(name: string): string {
  const clean = [...name.replace(/[[\]:*?/\\\s]+/g, ' ').replace(/^[' ]+|[' ]+$/g, '')].slice(0, 31).join('')
  return xmlText(clean === '' ? 'Sheet1' : clean)
}

const part = (path: string, kind: string) => `<Override PartName="/xl/${path}" ContentType="${kinds}.${kind}+xml"/>`

export function workbookParts(names: readonly string[]): (readonly [name: string, xml: string])[] {
  const relation = (type: string, target: string, id: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relations = (inner: string) =>
    `${declaration}<Relationships xmlns="${packages}/relationships">${inner}</Relationships>`
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${names.map((_, at) => part(`worksheets/sheet${at + 1}.xml`, 'worksheet')).join('')}${part('styles.xml', 'styles')}</Types>`,
    ],
    ['_rels/.rels', relations(relation('officeDocument', 'xl/workbook.xml', 'rId1'))],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.map((name, at) => `<sheet name="${sheetName(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        names.map((_, at) => relation('worksheet', `worksheets/sheet${at + 1}.xml`, `rId${at + 1}`)).join('') +
          relation('styles', 'styles.xml', `rId${names.length + 1}`),
      ),
    ],
    [
      'xl/styles.xml',
      // `quotePrefix` keeps formula-like text as text after an edit.
      `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF3"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`,
    ],
  ]
}

export function sheetStart(widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`
}

export function sheetEnd(range: string): string {
  return `</sheetData><autoFilter ref="${range}"/></worksheet>`
}
