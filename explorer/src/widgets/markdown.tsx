// SPDX-License-Identifier: BSD-3-Clause
// Text with the markup of the project's documents, as elements. HTML in it stays text. A link leads
// nowhere, since its page is not here; its text stays.
import { marked, type Token, type Tokens } from "marked";
import type { ReactNode } from "react";

function all(tokens: Token[] | undefined): ReactNode[] {
  return (tokens ?? []).map((token, i) => <Piece key={i} token={token} />);
}

// Entities are those that the lexer has put into texts.
function plain(text: string): string {
  const named: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (found) => named[found]!);
}

function Table({ header, rows }: Tokens.Table) {
  return (
    <table>
      <thead>
        <tr>{header.map((cell, i) => <th key={i} scope="col">{all(cell.tokens)}</th>)}</tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>{row.map((cell, j) => <td key={j}>{all(cell.tokens)}</td>)}</tr>
        ))}
      </tbody>
    </table>
  );
}

function Piece({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case "paragraph":
      return <p>{all(token.tokens)}</p>;
    case "heading":
      return <h4>{all(token.tokens)}</h4>;
    case "list": {
      const { ordered, items } = token as Tokens.List;
      const lines = items.map((item, i) => <li key={i}>{all(item.tokens)}</li>);
      return ordered ? <ol>{lines}</ol> : <ul>{lines}</ul>;
    }
    case "table":
      return <Table {...(token as Tokens.Table)} />;
    case "code":
      return <pre tabIndex={0}>{(token as Tokens.Code).text}</pre>;
    case "codespan":
      return <code>{plain((token as Tokens.Codespan).text)}</code>;
    case "strong":
      return <strong>{all(token.tokens)}</strong>;
    case "em":
      return <em>{all(token.tokens)}</em>;
    case "link":
      return <>{all(token.tokens)}</>;
    case "blockquote":
      return <blockquote>{all(token.tokens)}</blockquote>;
    case "space":
    case "hr":
    case "image":
      return null;
    default:
      return "tokens" in token && token.tokens ? <>{all(token.tokens)}</> : plain("text" in token ? String(token.text) : token.raw);
  }
}

export function Markdown({ text }: { text: string }) {
  return <div className="markdown">{all(marked.lexer(text))}</div>;
}
